/** @jest-environment ./tests/scripts/environment.cjs */
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { GetSchemaRequest, type GetSchemaResponse } from "@pulumi/pulumi/proto/provider_pb";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type * as Bundle from "../../scripts/plugin/bundle.mjs";
import { load } from "../scripts/load";
import { folder } from "../support/folder";

const { bundlePlugin, pluginName } = load("scripts/plugin/bundle.mjs") as typeof Bundle;

/** What the plugin says about its schema. */
async function answered(): Promise<string> {
  const plugin = spawn(process.execPath, [join(folder(), pluginName)]);
  const [port] = (await once(plugin.stdout, "data")) as [Buffer];
  const client = new ResourceProviderClient(`127.0.0.1:${port.toString().trim()}`, grpc.credentials.createInsecure());
  const schema = await new Promise<string>((resolve, reject) => {
    client.getSchema(new GetSchemaRequest(), (error: Error | null, answer: GetSchemaResponse) => {
      if (error === null) resolve(answer.getSchema());
      else reject(error);
    });
  });
  client.close();
  plugin.stdin.end();
  await once(plugin, "exit");
  return schema;
}

test.each([
  {
    of: "an address for downloads",
    address: "github://api.github.com/acme/costs",
    named: {
      publisher: "acme",
      repository: "https://github.com/acme/costs",
      logoUrl: "https://raw.githubusercontent.com/acme/costs/main/docs/logo.svg",
      pluginDownloadURL: "github://api.github.com/acme/costs",
    },
  },
  {
    of: "one that is not on GitHub",
    address: "https://example.com/plugins",
    named: { pluginDownloadURL: "https://example.com/plugins" },
  },
  { of: "none", address: "", named: {} },
])("the schema, as a file and as an answer, has $of", async ({ address, named }) => {
  await bundlePlugin(folder(), address);
  const [file, answer] = [readFileSync(join(folder(), "schema.json"), "utf8"), await answered()].map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  );
  const { publisher, repository, logoUrl, pluginDownloadURL } = file ?? {};
  expect({ publisher, repository, logoUrl, pluginDownloadURL }).toEqual(named);
  expect(answer).toEqual(file);
});
