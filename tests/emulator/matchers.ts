/** Matchers for the values that the service generates. */

/** Matches a string. Unlike jest's matcher, it has a type. */
export function matching(pattern: RegExp): unknown {
  return expect.stringMatching(pattern);
}

/** Matches an object with at least these fields. Unlike jest's matcher, it has a type. */
export function having(fields: object): unknown {
  return expect.objectContaining(fields);
}

/** Matches a UUID. */
export const uuid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

/** Matches the long date format of the API documentation. */
export const longDate = matching(/^\w{3} \w{3} \d\d \d{4} \d\d:\d\d:\d\d GMT\+0000 \(Greenwich Mean Time\)$/);

/** Matches ISO 8601 with milliseconds. */
export const isoDate = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
