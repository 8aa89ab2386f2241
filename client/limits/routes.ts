/**
 * The requests per minute that the account has on each route. If the document has two numbers, this is the lower
 * one; if it has none, 50. The headers of responses change it.
 */
export const routeLimits = {
  "GET /v2/virtual-tags": 50,
  "GET /v2/virtual-tags/{id}": 100,
  "POST /v2/virtual-tags": 50,
  "PUT /v2/virtual-tags/{id}": 100,
  "DELETE /v2/virtual-tags/{id}": 100,
  "GET /v2/virtual-tags/{id}/versions": 50,
  "GET /v2/virtual-tags/{vtagId}/versions/{id}": 100,
  "GET /v2/virtual-tags/{id}/metadata": 100,
  "PUT /v2/virtual-tags/{id}/metadata": 100,
  "GET /v1/virtual-tags": 50,
  "GET /v1/virtual-tags/{id}": 50,
  "POST /v1/virtual-tags": 50,
  "PUT /v1/virtual-tags/{id}": 50,
  "DELETE /v1/virtual-tags/{id}": 50,
  "GET /v1/endpoints": 50,
  "POST /v1/endpoints": 50,
  "GET /v1/catalog/query-language/keys": 50,
  "GET /v1/catalog/query-language/values/{costcenter}/{key}": 50,
  "GET /v2/query-language/keys": 50,
  "GET /v2/query-language/values/{costCenter}/{key}": 50,
  "GET {scansPath}": 50,
  "POST {scanRecommendationsPath}": 50,
} as const;

/** A route of the service: method and path with its parameters in braces. */
export type Route = keyof typeof routeLimits;
