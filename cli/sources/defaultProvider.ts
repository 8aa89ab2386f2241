/** Which resources are in the account that the settings select. */

/**
 * Whether a resource belongs to the default provider, whose account is the stack's own. An explicit `Provider` has a name of its own.
 *
 * @param reference the URN and the ID of the provider; undefined if the state does not name it
 */
export function isDefaultProvider(reference: string | undefined): boolean {
  const name = reference?.split("::").slice(3, -1).join("::");
  return name === undefined || /^default(?:_[\d_]+)?$/.test(name);
}
