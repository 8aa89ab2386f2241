/** An account in the emulator, and `cost-allocation drift` with states that are written by hand. */
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { driftCommand } from "../../../../cli/commands/drift";
import type { VirtualTag } from "../../../../client";
import type { TagContent } from "../../../../rules/types";
import type { Ended } from "../../../support/commands/runCommand";
import { type Account, startAccount } from "../../../support/commands/account";
import { teamRule } from "../../../support/rules";
import { exportOf, markOfResource, type Resource } from "./state";

/** The content of every tag of the stack. */
export const content: TagContent = { rules: [teamRule("Web", "web"), teamRule("Search", "search")], defaultValue: "x" };

/** A tag as the stack has left it. */
export function inState(tag: VirtualTag, { outputs, ...more }: Resource = {}): Resource {
  const { id, name, updatedAt, updatedBy } = tag;
  return { resource: name, id, inputs: { name, ...content }, ...more, outputs: { updatedAt, updatedBy, ...outputs } };
}

/** An account, and the command on it. */
export interface Scene {
  account: Account;
  /** For files; the state is in it. */
  folder: string;
  /** Creates a tag as a resource of the stack does. The resource has the tag's name, unless another is given. */
  create: (name: string, resource?: string) => Promise<VirtualTag>;
  /** Runs the command with a state of these resources. Only its own requests are kept. */
  drift: (resources: readonly Resource[], args?: string[]) => Promise<Ended>;
  stop: () => Promise<void>;
}

/** Starts an account. */
export async function startScene(): Promise<Scene> {
  const account = await startAccount({}, driftCommand);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "drift-test-"));
  return {
    account,
    folder,
    create: (name, resource = name) => account.create(name, content, markOfResource(resource)),
    drift: (resources, args = []) => {
      const file = path.join(folder, "state.json");
      fs.writeFileSync(file, exportOf(resources));
      account.emulator.control.clearRequests();
      return account.run(["--state", file, ...args]);
    },
    stop: async () => {
      await account.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
