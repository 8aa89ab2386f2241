import { setTimeout } from "node:timers/promises";
import { type CostAllocationClient, sharedClient, type Wait } from "../../client";
import {
  credentialSource,
  InvalidSettings,
  type ReadSettings,
  readSettings,
  type Settings,
  settingDefinitions,
  unknownVariables,
} from "../../client/settings";
import { engine } from "../../client/hostWords";
import { accountOf } from "../../client/http/credentials";
import { otherProcesses } from "../shared/otherProcesses";
import { RunMemory } from "../shared/runMemory";
import { containsUnknown } from "../../stack/state/unknown";
import type { Host } from "../shared/operations";
import { engineLog } from "./engineLog";
import { unknownVariable } from "../shared/operationMessages";

/** The part of the provider's process that the host uses. */
export interface HostProcess {
  /** Arguments of the process. The third is the engine's address. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Ends when the engine ends. */
  stdin: NodeJS.ReadableStream;
  exit: (code: number) => void;
  /** What becomes of a text in the engine's log. Default: it stays. */
  spelled?: (text: string) => string;
}

/** The credentials of the environment belong to the stack's own account. */
const noCredentials = Object.fromEntries(
  settingDefinitions.flatMap(({ env, secret }) => (secret ? [[env, undefined]] : [])),
);

/**
 * The host process of the provider: one for all resources of a stack, and another one for each explicit `Provider`. Each kind of
 * resource is configured separately with the same values, so the client is shared by module state.
 */
export function createHost({ argv, env, stdin, exit, spelled }: HostProcess): Host {
  let [config, configSource]: Partial<Parameters<Host["configure"]>> = [];
  let account: { client: CostAllocationClient; settings: Settings } | undefined;
  const memory = new RunMemory(otherProcesses(argv[2], env));
  const log = engineLog(argv[2], spelled);
  const stop = new AbortController();
  const value = (name: string): string | undefined => config?.get(`costallocation:${name}`);
  /** The settings, or the error about them; undefined before the first check after {@link Host.configure}. */
  let known: ReadSettings | InvalidSettings | undefined;

  /** Reads the settings once, because every check needs them. */
  const read = (): ReadSettings | InvalidSettings => {
    // Only an explicit Provider has a source.
    const allowed = configSource === undefined ? env : { ...env, ...noCredentials };
    known ??= orInvalid(() => readSettings(value, allowed, configSource));
    return known;
  };

  const sourceOf = (sources: ReadSettings["sources"]): string => {
    const source = credentialSource(sources);
    const isConfig = (value("clientId") ?? value("secretKey")) !== undefined;
    // If the engine runs no program, it passes the settings in the state, which may be older than the configuration.
    return isConfig ? `${source} (a refresh or destroy uses those of the last ${engine("up")})` : source;
  };

  const openAccount = (): { client: CostAllocationClient; settings: Settings } => {
    const found = read();
    if (found instanceof InvalidSettings) throw found;
    const { settings, sources } = found;
    // Stops when the engine was killed, because nothing would save the state of further writes. This process would survive,
    // because it is in another process group. The next run finds writes that were in flight by their ownership mark.
    stdin.once("end", () => {
      stop.abort();
      exit(1);
    });
    stdin.resume();
    return { client: sharedClient({ ...settings, credentialSource: sourceOf(sources) }), settings };
  };

  return {
    memory,
    log,
    configure: (given, source) => {
      // Each kind of resource is configured separately, but the environment is the same.
      const warnings = config === undefined ? unknownVariables(env) : [];
      for (const warning of warnings) log.warning(unknownVariable(warning), undefined);
      [config, configSource] = [given, source];
      known = undefined;
    },
    settings: () => {
      const found = read();
      return found instanceof InvalidSettings ? {} : found.settings;
    },
    settingsProblem: () => {
      const found = read();
      if (!(found instanceof InvalidSettings)) return undefined;
      // In a preview, a Provider's argument may be the output of a resource that does not exist yet.
      const isOpen = settingDefinitions.some(({ name }) => containsUnknown(value(name)));
      return isOpen ? undefined : { code: found.code, text: found.message };
    },
    context: (urn) => {
      account ??= openAccount();
      const { client, settings } = account;
      const { signal } = stop;
      const onWait = (wait: Wait): void => {
        log.status(wait, urn);
      };
      const request = { signal, onWait };
      return { client, urn, account: accountOf(settings), policy: settings, log, memory, request, pause: setTimeout };
    },
  };
}

function orInvalid(reading: () => ReadSettings): ReadSettings | InvalidSettings {
  try {
    return reading();
  } catch (error) {
    if (error instanceof InvalidSettings) return error;
    throw error;
  }
}
