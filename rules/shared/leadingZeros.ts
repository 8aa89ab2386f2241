/** What to do about a number where a string is expected: YAML reads an account ID that begins with 0 as a number. Else empty. */
export function numberHint(value: unknown): string {
  return typeof value === "number"
    ? ". Write it in quotes, also in the stack's config: an account ID without quotes loses its leading zeros"
    : "";
}
