import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  credentialSource,
  InvalidSettings,
  isLoopback,
  readSettings,
  settingDefinitions,
  unknownConfig,
  unknownVariables,
} from "../../client/settings";
import { CostAllocationClient, LimitReached, sharedClient } from "../../client";
import { ScriptedServer } from "./http/scriptedServer";

const required = {
  COST_ALLOCATION_CLIENT_ID: "an-id",
  COST_ALLOCATION_SECRET_KEY: "s3cr3t",
  COST_ALLOCATION_BASE_URL: "https://api.example.com/",
};
const none = (): undefined => undefined;
const refusalOf = (config: Record<string, string>, env: Record<string, string> = required): string => {
  try {
    readSettings((name) => config[name], env);
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSettings);
    return (error as Error).message;
  }
  throw new Error("nothing was refused");
};

test("the environment serves where the config says nothing, and defaults where neither does", () => {
  const { settings, sources } = readSettings(none, required);
  expect(settings).toEqual({
    clientId: "an-id",
    secretKey: "s3cr3t",
    baseUrl: "https://api.example.com",
    clientIdHeader: "x-service-client-id",
    secretKeyHeader: "x-service-secret-key",
    maxConcurrency: 5,
    driftPolicy: "refuse",
    referencePolicy: "refuse",
    ruleAnalysis: "warn",
    metadataNesting: "root",
    scansPath: "/v1/cost-guard/scans",
    scanRecommendationsPath: "/v1/cost-guard/scans-recommendations",
    connectTimeoutSeconds: 10,
    requestTimeoutSeconds: 60,
    deadlineSeconds: 900,
    listMaxAgeSeconds: 10,
    maxResponseBytes: 67_108_864,
    v1AfterEndOfLife: "refuse",
  });
  expect(sources).toMatchObject({
    secretKey: "environment variable COST_ALLOCATION_SECRET_KEY",
    maxConcurrency: "default",
  });
});

test("the config wins over the environment; an empty text counts as not given", () => {
  const config: Record<string, string> = { maxConcurrency: "2", clientId: " ", secretKey: "" };
  const { settings, sources } = readSettings((name) => config[name], {
    ...required,
    COST_ALLOCATION_MAX_CONCURRENCY: "7",
  });
  expect(settings).toMatchObject({ maxConcurrency: 2, clientId: "an-id", secretKey: "s3cr3t" });
  expect(sources.maxConcurrency).toBe("stack config costallocation:maxConcurrency");
});

test("both halves of the credentials are told with where they came from", () => {
  expect(credentialSource(readSettings(none, required).sources)).toBe(
    "environment variable COST_ALLOCATION_CLIENT_ID and environment variable COST_ALLOCATION_SECRET_KEY",
  );
});

test.each([
  ["clientId", "secretKey", "COST_ALLOCATION_SECRET_KEY"],
  ["secretKey", "clientId", "COST_ALLOCATION_CLIENT_ID"],
])("%s from the config and %s from the environment are refused, without their values", (given, other, variable) => {
  const message = refusalOf({ [given]: "halfOfOne", [other]: " " });
  for (const name of [`${other} is not set`, `stack config costallocation:${given}`, variable]) {
    expect(message).toContain(name);
  }
  expect(message).not.toMatch(/halfOfOne|an-id|s3cr3t/);
  // Also if the environment has nothing: there it would not help.
  expect(refusalOf({ [given]: "halfOfOne" }, { COST_ALLOCATION_BASE_URL: "https://a.example" })).toBe(message);
});

test("everything that is missing is named at once, with both places to put it", () => {
  const message = refusalOf({}, {});
  expect(message).toContain('"pulumi config set costallocation:baseUrl <value>"');
  // With its value in the command, a secret would stand in the shell's history.
  for (const name of ["clientId", "secretKey"]) {
    expect(message).toContain(`"pulumi config set --secret costallocation:${name}"`);
  }
  expect(message).toContain("COST_ALLOCATION_SECRET_KEY");
});

test.each([
  ["baseUrl", "ftp://api.example.com"],
  ["baseUrl", "http://api.example.com"],
  ["baseUrl", "http://127.0.0.1.example.com"],
  ["baseUrl", "https://api.example.com/?a=b"],
  ["baseUrl", "https://api.example.com/#a"],
  ["baseUrl", "ftp://localhost"],
  ["baseUrl", "api.example.com"],
  ["maxConcurrency", "0"],
  ["maxConcurrency", "101"],
  ["maxConcurrency", "1e1"],
  ["driftPolicy", "ask"],
  ["referencePolicy", "warn"],
  ["ruleAnalysis", "on"],
  ["metadataNesting", "value"],
  ["scansPath", "v1/scans"],
  ["scansPath", "/v1/scans?x=1"],
  ["requestTimeoutSeconds", "-1"],
  ["deadlineSeconds", "1.5"],
  ["v1AfterEndOfLife", "yes"],
])("%s refuses %p, and says what it expects", (name, value) => {
  const { expects } = settingDefinitions.find((definition) => definition.name === name) ?? {};
  expect(refusalOf({ [name]: value })).toBe(
    `${name} (stack config costallocation:${name}) must be ${String(expects)}. It is "${value}".`,
  );
});

test.each([
  ["http://localhost:4000", "http://localhost:4000"],
  ["http://127.0.0.1:4000/", "http://127.0.0.1:4000"],
  ["http://[::1]:4000", "http://[::1]:4000"],
  ["https://api.example.com/cost//", "https://api.example.com/cost"],
])("baseUrl accepts %p", (value, baseUrl) => {
  expect(readSettings((name) => (name === "baseUrl" ? value : undefined), required).settings.baseUrl).toBe(baseUrl);
});

test("only this machine itself is loopback", () => {
  expect(["localhost", "127.0.0.1", "127.9.9.9", "[::1]"].every(isLoopback)).toBe(true);
  expect(["127.0.0.1.example.com", "localhost.example.com", "10.0.0.1", "::1x"].some(isLoopback)).toBe(false);
});

test("no secret is in a message, nor a password in an address", () => {
  expect(refusalOf({ secretKey: "bad s3cr3t", clientId: "bad\nid" })).not.toMatch(/s3cr3t|bad/);
  for (const { name, default: usual } of settingDefinitions.filter(({ name }) => name.endsWith("Header"))) {
    // A key in base64, in the wrong place by a slip.
    expect(refusalOf({ [name]: "s3cr3t/+abc==" })).toBe(
      `${name} (stack config costallocation:${name}) must be the name of an HTTP header, such as ${String(usual)}. ` +
        "Its value is not shown, because it may be a credential.",
    );
  }
  expect(refusalOf({ baseUrl: "https://user:s3cr3t@api.example.com" })).not.toContain("s3cr3t");
});

test("keys of the config that are no settings, with the one that was probably meant", () => {
  const keys = ["costallocation:clientId", "bill:driftPolicy", "costallocation:driftPolcy", "costallocation:xyz"];
  expect(unknownConfig(keys)).toEqual([
    "The stack config has costallocation:driftPolcy, which is not a setting. Did you mean driftPolicy?",
    expect.stringContaining("costallocation:xyz, which is not a setting. Known: clientId, ") as string,
  ]);
});

test("variables that are no settings, without their values", () => {
  const own = Object.fromEntries(settingDefinitions.map(({ env }) => [env, "x"]));
  const others = { COST_ALLOCATION_EMULATOR_CLIENT_ID: "x", COST_ALLOCATION_ENGINE: "npm", COST_ALLOCATION_X: " " };
  expect(unknownVariables({ ...own, ...others, PATH: "x" })).toEqual([]);
  const env = { COST_ALLOCATION_DRIFT_POLCY: "s3cr3t", COST_ALLOCATION_XYZ: "s3cr3t" };
  expect(unknownVariables(env)).toEqual([
    "The environment variable COST_ALLOCATION_DRIFT_POLCY is not a setting, so it has no effect. Did you mean COST_ALLOCATION_DRIFT_POLICY?",
    "The environment variable COST_ALLOCATION_XYZ is not a setting, so it has no effect.",
  ]);
});

test("docs/provider.md names every setting with its variable and default", () => {
  const page = readFileSync(join(__dirname, "../../docs/provider.md"), "utf8").replaceAll(/ +/g, " ");
  for (const { name, env, default: fallback } of settingDefinitions) {
    expect(page).toContain(`| \`${name}\` | \`${env}\` | ${fallback === undefined ? "required" : `\`${fallback}\``} |`);
  }
});

describe("options of a client", () => {
  const clientId = "client-id-of-a-test";
  const secretKey = "secret-key-of-a-test";

  describe("options", () => {
    test("every wrong one is named, and no secret is shown", () => {
      const wrong = {
        clientId: "",
        secretKey: "canary with a space",
        baseUrl: "http://api.example.com",
        maxConcurrency: 0,
      };
      expect(() => new CostAllocationClient(wrong)).toThrow(InvalidSettings);
      expect(() => new CostAllocationClient(wrong)).toThrow(/clientId.*\n.*secretKey.*\n.*baseUrl.*\n.*maxConcurrency/);
      expect(() => new CostAllocationClient(wrong)).not.toThrow(/canary/);
    });

    test("a shared client is one for the same account, and a new one after it was closed", () => {
      const options = { clientId, secretKey, baseUrl: "http://localhost:1" };
      const one = sharedClient(options);
      expect(sharedClient({ ...options, onWait: () => undefined })).toBe(one);
      expect(sharedClient({ ...options, secretKey: "another" })).not.toBe(one);
      expect(sharedClient({ ...options, baseUrl: "http://localhost:2" })).not.toBe(one);
      one.close();
      expect(sharedClient(options)).not.toBe(one);
    });

    test("two clients of one account with other settings keep its limits together, also one after the other", async () => {
      const server = await ScriptedServer.start();
      server.play({ status: 429, headers: { "retry-after": "3600" } });
      const options = { clientId, secretKey, baseUrl: server.url };
      const clients = [
        sharedClient(options),
        sharedClient({ ...options, requestTimeoutSeconds: 5 }),
        sharedClient({ ...options, clientId: "another-account" }),
      ];
      for (const each of clients) await expect(each.scans.list()).rejects.toThrow(LimitReached);
      // The second one knew of the first one's pause.
      expect(server.requests.map(({ headers }) => headers["x-service-client-id"])).toEqual([
        clientId,
        "another-account",
      ]);
      for (const each of clients) each.close();
      const next = sharedClient(options);
      await expect(next.scans.list()).rejects.toThrow(LimitReached);
      expect(server.requests).toHaveLength(2);
      next.close();
      await server.stop();
    });
  });
});
