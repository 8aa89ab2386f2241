import type * as dynamic from "@pulumi/pulumi/dynamic";
import { setTimeout } from "node:timers/promises";
import { type CostAllocationClient, sharedClient } from "../client";
import {
  credentialSource,
  InvalidSettings,
  type ReadSettings,
  readSettings,
  type Settings,
  settingDefinitions,
} from "../client/settings";
import type { Host } from "./dynamic";
import { engineLog } from "./engineLog";
import type { Claims } from "./lifecycle";
import { containsUnknown } from "./unknown";

/** The process that the provider lives in, as far as it matters here. */
export interface HostProcess {
  /** Arguments of the process; the engine puts its address third. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Ends when the engine is dead. */
  stdin: NodeJS.ReadableStream;
  exit: (code: number) => void;
}

/**
 * How long the read of one tag waits for the next one. An engine that refreshes many asks for them one after the other,
 * as fast as the machine lets it, and a list answers them all.
 */
const gatherMilliseconds = 250;

function orInvalid(reading: () => ReadSettings): ReadSettings | InvalidSettings {
  try {
    return reading();
  } catch (error) {
    if (error instanceof InvalidSettings) return error;
    throw error;
  }
}

/**
 * The host process of the provider: one for all resources of a stack, another for each explicit `Provider`. Every kind of
 * resource is configured on its own with the same values, so the client is shared by module state.
 */
export function createHost({ argv, env, stdin, exit }: HostProcess): Host {
  let config: dynamic.Config | undefined;
  let account: { client: CostAllocationClient; settings: Settings } | undefined;
  const claims: Claims = new Map();
  const log = engineLog(argv[2]);
  const stop = new AbortController();
  const value = (name: string): string | undefined => config?.get(`costallocation:${name}`);
  /** What was read, or why it could not be; none until the first check after {@link Host.configure}. */
  let known: ReadSettings | InvalidSettings | undefined;

  /** The settings. Every check of every resource asks, so they are read once. */
  const read = (): ReadSettings | InvalidSettings => {
    known ??= orInvalid(() => readSettings(value, env));
    return known;
  };

  const whence = (sources: ReadSettings["sources"]): string => {
    const source = credentialSource(sources);
    const isConfig = (value("clientId") ?? value("secretKey")) !== undefined;
    // The engine hands on what is in the state wherever it runs no program, so a new pair may be set already.
    return isConfig ? `${source} (for a refresh or destroy: as the last "pulumi up" had them)` : source;
  };

  const openAccount = (): { client: CostAllocationClient; settings: Settings } => {
    const found = read();
    if (found instanceof InvalidSettings) throw found;
    const { settings, sources } = found;
    // A killed engine can't be told what was written any more. Its provider is in a process group of its own and would
    // live on; the next run finds what was in flight by its mark.
    stdin.once("end", () => {
      stop.abort();
      exit(1);
    });
    stdin.resume();
    return { client: sharedClient({ ...settings, credentialSource: whence(sources), gatherMilliseconds }), settings };
  };

  return {
    claims,
    log,
    configure: (given) => {
      config = given;
      known = undefined;
    },
    settings: () => {
      const found = read();
      return found instanceof InvalidSettings ? {} : found.settings;
    },
    settingsProblem: () => {
      const found = read();
      if (!(found instanceof InvalidSettings)) return undefined;
      // In a preview, a Provider's argument may come from a resource that is yet to be made.
      const isOpen = settingDefinitions.some(({ name }) => containsUnknown(value(name)));
      return isOpen ? undefined : found.message;
    },
    context: (urn) => {
      account ??= openAccount();
      const { client, settings } = account;
      const { signal } = stop;
      const onWait = ({ message }: { message: string }): void => {
        log.status(message, urn);
      };
      return { client, settings, log, claims, signal, request: { signal, onWait }, pause: setTimeout };
    },
  };
}
