/** As much of OpenAPI 3.1 as the emulator's document is made of. */

/** An OpenAPI 3.1 document: plain JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: Record<string, unknown>[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  /** By path, then by method in lower case. */
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

/** One operation of the document. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
