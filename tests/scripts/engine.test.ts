/** @jest-environment ./tests/scripts/environment.cjs */
import { delimiter, join } from "node:path";
import type * as Cache from "../../scripts/engine/cache.mjs";
import type * as EngineModule from "../../scripts/engine/engine.mjs";
import type * as Pins from "../../scripts/engine/pins.mjs";
import type { Engine } from "../../scripts/engine/probe.mjs";
import { load } from "./load";

const { chooseEngine, engineEnvironment } = load("engine/engine.mjs") as typeof EngineModule;
const { cacheKey, engineCache } = load("engine/cache.mjs") as typeof Cache;
const { atLeast } = load("engine/pins.mjs") as typeof Pins;

type Way = EngineModule.Way;

const engine = (source: string): Engine => ({ source, version: "3.250.0", path: [`/${source}`] });

/** Three ways as the real ones, and the order in which they are asked. */
function ways(answers: Record<string, Engine | Error>): { among: Way[]; asked: string[] } {
  const asked: string[] = [];
  const ask = (what: string): Promise<Engine | undefined> => {
    asked.push(what);
    const answer = answers[what];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const obtain = async (what: string): Promise<Engine> => {
    const answer = await ask(what);
    if (answer === undefined) throw new Error(`no ${what}`);
    return answer;
  };
  const among: Way[] = [
    { name: "path", ready: () => ask("path") },
    { name: "npm", ready: () => ask("npm"), obtain: () => obtain("npm!") },
    { name: "build", ready: () => ask("build"), obtain: () => obtain("build!") },
  ];
  return { among, asked };
}

describe("the choice of an engine", () => {
  test("what is on PATH comes first, and nothing else is asked", async () => {
    const { among, asked } = ways({ path: engine("path"), npm: engine("npm") });
    await expect(chooseEngine(among, undefined)).resolves.toEqual(engine("path"));
    expect(asked).toEqual(["path"]);
  });

  test("what was built earlier comes before a download", async () => {
    const { among, asked } = ways({ build: engine("build"), "npm!": engine("npm") });
    await expect(chooseEngine(among, "")).resolves.toEqual(engine("build"));
    expect(asked).toEqual(["path", "npm", "build"]);
  });

  test("a download comes before a build", async () => {
    const { among, asked } = ways({ "npm!": engine("npm"), "build!": engine("build") });
    await expect(chooseEngine(among, undefined)).resolves.toEqual(engine("npm"));
    expect(asked).toEqual(["path", "npm", "build", "npm!"]);
  });

  test("an engine that does not work is passed over", async () => {
    const { among } = ways({ path: new Error("too old"), "npm!": new Error("offline"), "build!": engine("build") });
    await expect(chooseEngine(among, undefined)).resolves.toEqual(engine("build"));
  });

  test("one way alone can be asked for", async () => {
    const { among, asked } = ways({ path: engine("path"), "build!": engine("build") });
    await expect(chooseEngine(among, "build")).resolves.toEqual(engine("build"));
    expect(asked).toEqual(["build", "build!"]);
  });

  test("a way that does not exist is refused", async () => {
    await expect(chooseEngine(ways({}).among, "docker")).rejects.toThrow(
      "COST_ALLOCATION_ENGINE is docker; it can be path, npm, build.",
    );
  });

  test("the failure names the three ways and what went wrong with each", async () => {
    const { among } = ways({ path: new Error("3.1.0 is too old"), "npm!": new Error("fetch failed") });
    const failure = chooseEngine(among, undefined);
    await expect(failure).rejects.toThrow(/on PATH: https.*\n.*npx pulumi@3\.\d+\.\d+ version\n.*install Go/u);
    await expect(failure).rejects.toThrow(/path: 3\.1\.0 is too old\n {2}npm: fetch failed\n {2}build: no build!/u);
  });
});

test("a version is compared by its numbers", () => {
  expect(atLeast("3.250.0", "3.216.0")).toBe(true);
  expect(atLeast("3.216.0", "3.216.0")).toBe(true);
  expect(atLeast("3.99.12", "3.216.0")).toBe(false);
  expect(atLeast("4.0.0-alpha.1+dirty", "3.216.0")).toBe(true);
  expect(atLeast("2.300.0", "3.216.0")).toBe(false);
});

describe("the cache of built engines", () => {
  test("whatever would change the result changes the key", () => {
    const key = cacheKey("3.250.0", "linux-x64", ["go.mod", "go.sum"]);
    expect(key).toMatch(/^3\.250\.0-linux-x64-[0-9a-f]{16}$/u);
    expect(cacheKey("3.250.0", "linux-x64", ["go.mod", "go.sum"])).toBe(key);
    const others = [
      cacheKey("3.250.1", "linux-x64", ["go.mod", "go.sum"]),
      cacheKey("3.250.0", "darwin-arm64", ["go.mod", "go.sum"]),
      cacheKey("3.250.0", "linux-x64", ["go.mod", "go.sum2"]),
      cacheKey("3.250.0", "linux-x64", ["go.modg", "o.sum"]),
    ];
    expect(new Set([key, ...others]).size).toBe(5);
  });

  test("its folder can be chosen", () => {
    expect(engineCache({ COST_ALLOCATION_ENGINE_CACHE: "/elsewhere" })).toBe("/elsewhere");
    expect(engineCache({ COST_ALLOCATION_ENGINE_CACHE: "", XDG_CACHE_HOME: "/x", LOCALAPPDATA: "/x" })).toContain(
      join("pulumi-cost-allocation", "engine"),
    );
  });
});

test("pulumi's environment has the engine in front of PATH, whatever PATH is called", () => {
  const env = engineEnvironment(engine("build"), { Path: ["/usr/bin", "/bin"].join(delimiter), LANG: "C" });
  expect(env["PATH"]?.split(delimiter)).toEqual(["/build", "/usr/bin", "/bin"]);
  expect(Object.keys(env).filter((name) => name.toUpperCase() === "PATH")).toEqual(["PATH"]);
  expect(env).toMatchObject({ LANG: "C", PULUMI_SKIP_UPDATE_CHECK: "true" });
});
