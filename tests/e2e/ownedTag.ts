/** A program with one tag, and what the account has of it, for the tests of owners and accounts. */
import type { Emulator } from "../../emulator";
import { newWrites } from "../support/scene";

/** A program that declares a tag with the name Team. */
export const tagProgram = (resource: string, options = "", more = ""): string => `
import { tag, VirtualTag } from "pulumi-cost-allocation";
new VirtualTag("${resource}", { name: "Team", rules: [{ to: "Web", filters: tag("AWS", "team").exists() }], defaultValue: "x"${more} }${options});
`;

/** The methods of the writes since the last call. */
export const methodsOfWrites = (emulator: Emulator): string[] =>
  newWrites(emulator).map((request) => request.split(" ")[0] ?? "");

/** A tag, and the ownership mark of its newest version. */
export interface Kept {
  id: string;
  owner: string | undefined;
}

/** All tags of all accounts. */
export function keptIn({ control }: Emulator): Kept[] {
  const tags = control.exportState().accounts.flatMap((account) => account.tags);
  return tags.map(({ id, versions }) => ({ id, owner: versions.at(-1)?.changeDescription }));
}
