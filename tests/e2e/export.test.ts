// Promise: `cost-allocation export` writes a program of an account. Its first `pulumi up` saves nothing, and the next preview is empty.
import { slackUrl } from "../cli/commands/export/randomAccount";
import type { Installation } from "../support/prepared";
import { atSize } from "../support/size";
import { newRequests } from "../support/scene";
import { type Place, startPlace } from "./exportedAccount";

let place: Place | undefined;
afterEach(() => place?.dispose());

const places: [string, Installation, number][] = [
  ["npm on the checkout's own Node.js", { manager: "npm", runtime: "own" }, atSize(40, 100)],
  ["pnpm on Node.js 24", { manager: "pnpm", runtime: "node24" }, 25],
];

test.each(atSize(places.slice(0, 1), places))(
  "%s: an exported account comes up without a write",
  async (_, installation, count) => {
    place = await startPlace(installation, count, 7);
    const { emulator, workspace, run } = place;
    newRequests(emulator);
    const { code, output } = await run("export", "--out", ".");
    expect({ code, output }).toMatchObject({ code: 0 });
    const requests = newRequests(emulator);
    expect(requests.filter((request) => !request.endsWith("/metadata")).sort()).toEqual([
      "GET /v1/endpoints",
      "GET /v2/virtual-tags",
    ]);
    expect(output).not.toContain(slackUrl);

    const stack = await workspace.stack("prod", { secrets: { "finops-destination": slackUrl } });
    const up = (await stack.start("up").result).ok();
    const metadata = Math.ceil(count / 3);
    expect(up.changes).toMatchObject({ create: count + metadata + 2 + 1 });
    expect(newRequests(emulator).filter((request) => !request.startsWith("GET"))).toEqual([]);
    const preview = (await stack.preview({ args: ["--expect-no-changes", "--refresh"] })).ok();
    expect(Object.keys(preview.changes)).toEqual(["same"]);

    // Nothing has changed, so there is nothing to update.
    const again = await run("export", "--out", ".", "--json");
    const { files } = JSON.parse(again.output) as { files: { status: string }[] };
    expect(files.filter(({ status }) => status !== "unchanged")).toEqual([]);
  },
  900_000,
);
