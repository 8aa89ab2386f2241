/** The engine deletes in the process that the state names, and the program may declare the same tag in another one. */
import { mkdtempSync, readdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { otherProcesses } from "../../../provider/shared/otherProcesses";
import { RunMemory } from "../../../provider/shared/runMemory";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "home-"));
});
afterEach(() => {
  rmSync(home, { recursive: true });
});

const engine = "127.0.0.1:40001";
const processOf = (address = engine): RunMemory => new RunMemory(otherProcesses(address, { PULUMI_HOME: home }));
const files = (): string[] =>
  readdirSync(join(home, "cost-allocation-runs")).map((name) => join(home, "cost-allocation-runs", name));

const [id, urn, renamed] = ["A-1", "urn:pulumi:dev::p::t::team", "urn:pulumi:dev::p::t::renamed"];
const kind = "VirtualTag";

/** A process in which a resource of the program has what is in its state. */
function declaring(of = kind): RunMemory {
  const memory = processOf();
  memory.check(renamed, of);
  memory.compare(renamed, { kind: of, id, state: {}, former: urn, isReplaced: false });
  return memory;
}

test.each([
  { of: kind, asks: "under its former URN", asked: { urn, kind, id }, isFound: true },
  {
    of: kind,
    asks: "under another URN, as another class",
    asked: { urn: "x", kind: "VirtualTagV1", id: "a-1" },
    isFound: true,
  },
  { of: kind, asks: "for another tag", asked: { urn, kind, id: "A-2" }, isFound: false },
  {
    of: kind,
    asks: "for its metadata, which have its ID",
    asked: { urn, kind: "VirtualTagMetadata", id },
    isFound: false,
  },
  {
    of: "VirtualTagMetadata",
    asks: "for metadata under the former URN",
    asked: { urn, kind: "VirtualTagMetadata", id },
    isFound: true,
  },
  {
    of: "VirtualTagMetadata",
    asks: "for other metadata of the tag",
    asked: { urn: "x", kind: "VirtualTagMetadata", id },
    isFound: false,
  },
])("a process finds what another one declares ($of), if it asks $asks: $isFound", ({ of, asked, isFound }) => {
  const other = processOf();
  declaring(of);
  expect(other.keeperOf(asked.kind, asked.id, asked.urn)).toBe(isFound ? renamed : undefined);
});

test("what a create made counts, what is to be replaced does not", () => {
  const other = processOf();
  const memory = processOf();
  memory.check(urn, kind);
  memory.compare(urn, { kind, id, state: {}, former: urn, isReplaced: true });
  // Until its create, it may keep what it has.
  expect(other.keeperOf(kind, id, urn)).toBe(urn);
  memory.make(urn, kind, "A-2");
  expect([id, "A-2"].map((one) => other.keeperOf(kind, one, urn))).toEqual([undefined, urn]);
});

test("where files can't be written or read, nobody is told, and no operation fails", () => {
  writeFileSync(join(home, "cost-allocation-runs"), "");
  expect(declaring().keeperOf("VirtualTagMetadata", id, "x")).toBeUndefined();
});

test("processes of another engine, or of an ended one at the same port, do not count", () => {
  const other = processOf();
  expect(processOf().keeperOf(kind, id, urn)).toBeUndefined();
  declaring();
  expect(processOf("127.0.0.1:40002").keeperOf(kind, id, urn)).toBeUndefined();
  const [file = ""] = files();
  // No system gives a process this number.
  renameSync(file, file.replace(`_${String(process.pid)}_`, "_4194305_"));
  expect(other.keeperOf(kind, id, urn)).toBeUndefined();
});

test("files of runs that have ended are removed", () => {
  declaring();
  const [left = ""] = files();
  const young = left.replace("40001", "40002");
  writeFileSync(young, "");
  const days = (ago: number): number => Date.now() / 1000 - ago * 86_400;
  utimesSync(left, days(1.1), days(1.1));
  utimesSync(young, days(0.9), days(0.9));
  declaring();
  expect(files()).toHaveLength(2);
  expect(files()).toContain(young);
  expect(files()).not.toContain(left);
});
