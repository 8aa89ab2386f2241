/** Types for the parts of OpenAPI 3.0 that the emulator uses. */

/** An OpenAPI 3.0 document, as plain JSON. */
export interface OpenApiDocument {
  openapi: string;
  info: Record<string, unknown>;
  servers: Record<string, unknown>[];
  tags: { name: string; description: string }[];
  security: Record<string, string[]>[];
  /** Operations by path, then by HTTP method in lowercase. */
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, unknown>;
    headers: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
}

/** An operation in an {@link OpenApiDocument}. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}
