/** An emulator of the Cost Allocation Service, for tests. */
import { readAccountCopy, storeCopy } from "./control/accountCopy";
import type { Control } from "./control/control";
import { handleControlRequest } from "./control/controlHttp";
import { check } from "./control/controlSchemas";
import { EmulatorControl } from "./control/emulatorControl";
import { Server } from "./http/server";
import { buildOpenApiDocument } from "./openApiDocument";
import type { OpenApiDocument } from "./openApiTypes";
import { resolveOptions, type EmulatorOptions, type Switches } from "./options";
import { Service, type WireAnswer } from "./service";

export type {
  Acl,
  AclEntry,
  CatalogKey,
  MetadataMap,
  NotificationEndpoint,
  Scan,
  ScanMetadata,
  ValueMetadata,
} from "../client/wire";
export type { Control, Credential, NewCredential, TagAcl } from "./control/control";
export type { Fault, PlacedFault } from "./http/faults";
export type { LoggedRequest } from "./http/requestLog";
export type { OpenApiDocument, OpenApiOperation } from "./openApiTypes";
export type { EmulatorOptions, Limits, Switches } from "./options";
export { type OpenSets, type SwitchRow, switchTable, type SwitchValue } from "./switches";
export type {
  EmulatorState,
  StoredCredential,
  StoredEndpoint,
  StoredKey,
  StoredTag,
  StoredVersion,
  TagHead,
} from "./store/state";

/**
 * Returns the OpenAPI 3.0 document of the service. It is built from the schemas that the emulator validates requests
 * with.
 *
 * @param switches The switches that differ from their defaults.
 * @throws TypeError if a switch is unknown or has an invalid value.
 */
export function openApiDocument(switches: Partial<Switches> = {}): OpenApiDocument {
  return buildOpenApiDocument(resolveOptions({ switches: check.switches(switches) }).switches);
}

/** A running emulator. */
export interface Emulator {
  /** Base URL without a trailing slash, for example `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Client ID of the first credential. */
  readonly clientId: string;
  /** Secret key of the first credential. */
  readonly secretKey: string;
  /** Controls the emulator itself. */
  readonly control: Control;
  /** Closes the port, all connections and the data folder. You can call it more than once. */
  stop(): Promise<void>;
}

/**
 * Starts an emulator, on 127.0.0.1 unless the options have another host.
 *
 * @throws TypeError if a switch or a limit is unknown or has an invalid value, if the host is empty, or if the copy of an account is invalid.
 * @throws Error if the port is in use, if the data folder is in use or can't be read, or if it has data and there is a copy.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  check.switches(options.switches ?? {});
  check.limits(options.limits ?? {});
  const resolved = resolveOptions(options);
  // Node.js takes an empty host for all addresses.
  if (typeof (resolved.host as unknown) !== "string" || resolved.host.trim() === "")
    throw new TypeError("host: must be an address, such as 127.0.0.1.");
  const copy = resolved.copyFile === undefined ? undefined : readAccountCopy(resolved.copyFile);
  const service = new Service(resolved);
  const server = new Server(service, (request): WireAnswer => handleControlRequest(control, request));
  const control: Control = new EmulatorControl(service, server.log, server.faults);
  try {
    if (copy !== undefined) {
      storeCopy(service.store, copy, resolved);
    }
    const port = await server.listen(resolved.port);
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      await server.close();
      service.store.close();
    };
    return {
      url: urlOf(resolved.host, port),
      clientId: resolved.clientId,
      secretKey: resolved.secretKey,
      control,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    service.store.close();
    throw error;
  }
}

/** How to reach a host from this machine. All addresses include its own. */
function urlOf(host: string, port: number): string {
  const address = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}
