/** The Cost Allocation Service in a process: strict, stateful, and wrong on demand. */
import type { Control } from "./control/control";
import { controlOverHttp } from "./control/controlHttp";
import { check } from "./control/controlSchemas";
import { EmulatorControl } from "./control/emulatorControl";
import { openApiOf } from "./http/openapi";
import type { OpenApiDocument } from "./http/openapiTypes";
import { settingsOf, type EmulatorOptions, type Switches } from "./options";
import { Server } from "./http/server";
import { Service, type WireAnswer } from "./service";

export type { Acl, AclEntry, CatalogKey, MetadataMap, NotificationEndpoint, Scan, ValueMetadata } from "../client/wire";
export type { Control, Credential, NewCredential, TagAcl } from "./control/control";
export type { Fault, PlacedFault } from "./http/faults";
export type { EmulatorOptions, Limits, Switches } from "./options";
export type { OpenApiDocument, OpenApiOperation } from "./http/openapiTypes";
export type { LoggedRequest } from "./http/requestLog";
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
 * The OpenAPI 3.1 document of the service, made of the schemas that the emulator itself checks by.
 *
 * @param switches Answers to the document's open questions. Default: those of an emulator without options.
 * @throws TypeError when a switch is not one.
 */
export function openApiDocument(switches: Partial<Switches> = {}): OpenApiDocument {
  return openApiOf(settingsOf({ switches: check.switches(switches) }).switches);
}

/** A running emulator. */
export interface Emulator {
  /** Base address, for example `http://127.0.0.1:41234`, without a slash at its end. */
  readonly url: string;
  /** Client ID of the first credential. */
  readonly clientId: string;
  /** Secret key of the first credential. */
  readonly secretKey: string;
  /** What can be done to the emulator itself. */
  readonly control: Control;
  /** Stops listening, cuts the connections and closes the data folder. A second call does nothing more. */
  stop(): Promise<void>;
}

/**
 * Starts the service on 127.0.0.1.
 *
 * @throws TypeError when a switch or a limit is not one.
 * @throws Error when the port is taken, or the data folder is in use or cannot be read.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  check.switches(options.switches ?? {});
  check.limits(options.limits ?? {});
  const settings = settingsOf(options);
  const service = new Service(settings);
  const server = new Server(service, (request): WireAnswer => controlOverHttp(control, request));
  const control: Control = new EmulatorControl(service, server.log, server.faults);
  try {
    const port = await server.listen(settings.port);
    let stopped: Promise<void> | undefined;
    const stop = async (): Promise<void> => {
      await server.close();
      service.store.close();
    };
    return {
      url: `http://127.0.0.1:${port}`,
      clientId: settings.clientId,
      secretKey: settings.secretKey,
      control,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    service.store.close();
    throw error;
  }
}
