/** @jest-environment ./tests/scripts/environment.cjs */
import { delimiter, join } from "node:path";
import type * as BuildCache from "../../scripts/engine/buildCache.mjs";
import type * as EngineModule from "../../scripts/engine/engine.mjs";
import type { Engine } from "../../scripts/engine/findEngine.mjs";
import type * as Versions from "../../scripts/engine/versions.mjs";
import { load } from "./load";

const { chooseEngine, engineEnvironment } = load("scripts/engine/engine.mjs") as typeof EngineModule;
const { cacheKey, engineCache } = load("scripts/engine/buildCache.mjs") as typeof BuildCache;
const { atLeast, engineVersion, oldestVersion } = load("scripts/engine/versions.mjs") as typeof Versions;

const engine = (source: string): Engine => ({ source, version: "3.250.0", path: [`/${source}`] });

/**
 * Fake sources like the real ones, and the order of their calls.
 *
 * @param results of each call; `npm!` and `build!` are the installs
 */
function fakeSources(results: Record<string, Engine | Error>): {
  sources: EngineModule.EngineSource[];
  calls: string[];
} {
  const calls: string[] = [];
  const find = (call: string): Promise<Engine | undefined> => {
    calls.push(call);
    const result = results[call];
    return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
  };
  const install = async (call: string): Promise<Engine> => {
    const result = await find(call);
    if (result === undefined) throw new Error(`no ${call}`);
    return result;
  };
  const sources: EngineModule.EngineSource[] = [
    { name: "path", find: () => find("path") },
    { name: "npm", find: () => find("npm"), install: () => install("npm!") },
    { name: "build", find: () => find("build"), install: () => install("build!") },
  ];
  return { sources, calls };
}

describe("choosing an engine", () => {
  test("uses an engine on PATH, without trying other sources", async () => {
    const { sources, calls } = fakeSources({ path: engine("path"), npm: engine("npm") });
    const onInstall = jest.fn();
    await expect(chooseEngine(sources, undefined, onInstall)).resolves.toEqual(engine("path"));
    expect(calls).toEqual(["path"]);
    expect(onInstall).not.toHaveBeenCalled();
  });

  test("prefers an earlier build to a download", async () => {
    const { sources, calls } = fakeSources({ build: engine("build"), "npm!": engine("npm") });
    await expect(chooseEngine(sources, "")).resolves.toEqual(engine("build"));
    expect(calls).toEqual(["path", "npm", "build"]);
  });

  test("prefers a download to a build", async () => {
    const { sources, calls } = fakeSources({ "npm!": engine("npm"), "build!": engine("build") });
    await expect(chooseEngine(sources, undefined)).resolves.toEqual({ ...engine("npm"), isNew: true });
    expect(calls).toEqual(["path", "npm", "build", "npm!"]);
  });

  test("skips sources that fail", async () => {
    const { sources } = fakeSources({
      path: new Error("too old"),
      "npm!": new Error("offline"),
      "build!": engine("build"),
    });
    const reasons: (string | undefined)[] = [];
    const chosen = chooseEngine(sources, undefined, (found) => reasons.push(found.get("path")));
    await expect(chosen).resolves.toEqual({ ...engine("build"), isNew: true });
    expect(reasons).toEqual(["too old"]);
  });

  test("uses only the requested source", async () => {
    const { sources, calls } = fakeSources({ path: engine("path"), "build!": engine("build") });
    await expect(chooseEngine(sources, "build")).resolves.toEqual({ ...engine("build"), isNew: true });
    expect(calls).toEqual(["build", "build!"]);
  });

  test("rejects an unknown source and lists the known ones", async () => {
    await expect(chooseEngine(fakeSources({}).sources, "docker")).rejects.toThrow(/docker.*path, npm, build/u);
  });

  test("lists the ways to get an engine, and why each source failed", async () => {
    const { sources } = fakeSources({ path: new Error("3.1.0 is too old"), "npm!": new Error("fetch failed") });
    const message = await chooseEngine(sources, undefined).then(
      () => "",
      (error: unknown) => String(error),
    );
    for (const fact of [
      oldestVersion,
      "https://www.pulumi.com/docs/install/",
      `npx pulumi@${engineVersion} version`,
      "https://go.dev/dl/",
      "path: 3.1.0 is too old",
      "npm: fetch failed",
      "build: no build!",
    ]) {
      expect(message).toContain(fact);
    }
  });
});

test("versions are compared by their numbers", () => {
  expect(atLeast("3.250.0", "3.216.0")).toBe(true);
  expect(atLeast("3.216.0", "3.216.0")).toBe(true);
  expect(atLeast("3.99.12", "3.216.0")).toBe(false);
  expect(atLeast("4.0.0-alpha.1+dirty", "3.216.0")).toBe(true);
  expect(atLeast("2.300.0", "3.216.0")).toBe(false);
});

describe("the build cache", () => {
  test("everything that affects the build changes the key", () => {
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

  test("COST_ALLOCATION_ENGINE_CACHE sets the folder", () => {
    expect(engineCache({ COST_ALLOCATION_ENGINE_CACHE: "/elsewhere" })).toBe("/elsewhere");
    expect(engineCache({ COST_ALLOCATION_ENGINE_CACHE: "", XDG_CACHE_HOME: "/x", LOCALAPPDATA: "/x" })).toContain(
      join("pulumi-cost-allocation", "engine"),
    );
  });
});

test("the engine is at the front of PATH, in any spelling of PATH", () => {
  const env = engineEnvironment(engine("build"), { Path: ["/usr/bin", "/bin"].join(delimiter), LANG: "C" });
  expect(env["PATH"]?.split(delimiter)).toEqual(["/build", "/usr/bin", "/bin"]);
  expect(Object.keys(env).filter((name) => name.toUpperCase() === "PATH")).toEqual(["PATH"]);
  expect(env).toMatchObject({ LANG: "C", PULUMI_SKIP_UPDATE_CHECK: "true" });
});
