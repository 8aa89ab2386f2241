/** What the two judges say of a tag: `pulumi refresh` of the provider, and `cost-allocation drift`. */
import * as fs from "node:fs";
import { driftCommand } from "../../../cli/commands/drift";
import { encrypted, exportOf } from "../../cli/commands/drift/state";
import { runCommand } from "../../support/commands/runCommand";
import { contextOf, type Played, type Users } from "./play";
import { virtualTagLifecycle as lifecycle } from "../../provider/lifecycles";

/** What a judge says. */
export interface Verdict {
  /** `notCompared`: with the reason. */
  says: "same" | "changed" | "deleted" | "taken over" | "staged version missing" | `not compared: ${string}`;
  /** Who made the change, and the version that is live because of it. */
  by?: string | undefined;
  versionId?: string | undefined;
  /** Whether the name differs from what the stack wrote; absent if the judge doesn't say what differs. */
  isRenamed?: boolean | undefined;
}

/** What a refresh says. It saves nothing. */
export async function refreshVerdict(users: Users, { id, state }: Played): Promise<Verdict> {
  const codes: string[] = [];
  const context = contextOf(users, (code) => codes.push(code));
  const found = await lifecycle.read(id, state, context);
  if (found === undefined) return { says: "deleted" };
  if (codes.includes("CA2105")) return { says: "taken over" };
  const { drift } = found.state.__memory ?? {};
  if (drift !== undefined) {
    return { says: "changed", by: drift.by, versionId: drift.versionId, isRenamed: drift.differs?.name };
  }
  return codes.includes("CA2106") ? { says: "staged version missing" } : { says: "same" };
}

interface Finding {
  drift: "changed" | "deleted" | "owner" | "staged";
  by?: string;
  versionId?: string;
  names?: object;
}

/**
 * What `cost-allocation drift` says. The state is exported as the engine does it, with the provider's memory encrypted.
 *
 * @param file where the state is written
 */
export async function driftVerdict(
  { env }: Users,
  { resource, id, inputs, state }: Played,
  file: string,
): Promise<Verdict> {
  const outputs = { ...state, __memory: encrypted };
  fs.writeFileSync(file, exportOf([{ resource, id, inputs, outputs }]));
  const { code, stdout, stderr } = await runCommand(driftCommand, ["--state", file, "--json"], { env });
  // With nothing to compare, the code is 2, too.
  if (stdout === "") throw new Error(`${String(code)}: ${stderr}`);
  const { findings, notCompared } = JSON.parse(stdout) as { findings: Finding[]; notCompared: { reason: string }[] };
  const [finding] = findings;
  if (finding !== undefined) {
    const says = {
      changed: "changed",
      deleted: "deleted",
      owner: "taken over",
      staged: "staged version missing",
    } as const;
    const { drift, by, versionId, names } = finding;
    return drift === "changed"
      ? { says: says[drift], by, versionId, isRenamed: names !== undefined }
      : { says: says[drift] };
  }
  const [other] = notCompared;
  return { says: other === undefined ? "same" : `not compared: ${other.reason}` };
}
