/** The implementation of the control. */
import { randomUUID } from "node:crypto";
import { hashSecretKey } from "../http/authentication";
import type { Fault, Faults, PlacedFault } from "../http/faults";
import type { LoggedRequest, RequestLog } from "../http/requestLog";
import { buildOpenApiDocument } from "../openApiDocument";
import type { OpenApiDocument } from "../openApiTypes";
import type { Limits, Switches } from "../options";
import type { Service } from "../service";
import { exportState, type EmulatorState } from "../store/state";
import type { Control, Credential, NewCredential, TagAcl } from "./control";
import { check, parseTime } from "./controlSchemas";
import { seedChanges } from "./seedData";

/** The control of one emulator. */
export class EmulatorControl implements Control {
  readonly #service: Service;
  readonly #log: RequestLog;
  readonly #faults: Faults;
  readonly #initial: { switches: Switches; limits: Limits };

  constructor(service: Service, log: RequestLog, faults: Faults) {
    this.#service = service;
    this.#log = log;
    this.#faults = faults;
    this.#initial = { switches: service.options.switches, limits: service.options.limits };
  }

  requests(): LoggedRequest[] {
    return this.#log.entries();
  }

  clearRequests(): void {
    this.#log.clear();
  }

  exportState(): EmulatorState {
    return exportState(this.#service.store.state);
  }

  importState(state: EmulatorState): void {
    this.#service.store.commit({ op: "setState", state: check.state(state) });
  }

  addCredential(newCredential: NewCredential): Credential {
    const { account = this.#service.firstCredential.account, user, groups = [] } = check.credential(newCredential);
    const clientId = randomUUID();
    const secretKey = randomUUID();
    const credential = { clientId, secretHash: hashSecretKey(secretKey), account, user, groups };
    this.#service.store.commit({ op: "addCredential", credential });
    return { clientId, secretKey, account, user };
  }

  setAcl(tagAcl: TagAcl): void {
    const { id, account = this.#service.firstCredential.account, acl } = check.tagAcl(tagAcl);
    if (!this.#service.store.account(account).tags.has(id)) {
      throw new TypeError(`Virtual Tag ${id} does not exist in account ${account}.`);
    }
    this.#service.store.commit({ op: "setAcl", account, id, acl });
  }

  seed(): void {
    const { account, user } = this.#service.firstCredential;
    for (const change of seedChanges(account, user, this.#service.clock.now())) {
      this.#service.store.commit(change);
    }
  }

  placeFault(fault: Fault): number {
    return this.#faults.place(check.fault(fault));
  }

  faults(): PlacedFault[] {
    return this.#faults.list();
  }

  clearFaults(id?: number): void {
    this.#faults.clear(check.faultId(id));
  }

  now(): number {
    return this.#service.clock.now();
  }

  setClock(to: number | string): void {
    this.#service.clock.set(parseTime(to));
  }

  advanceClock(milliseconds: number): void {
    this.#service.clock.set(parseTime(this.now() + check.milliseconds(milliseconds)));
  }

  freezeClock(): void {
    this.#service.clock.freeze();
  }

  resumeClock(): void {
    this.#service.clock.resume();
  }

  limits(): Limits {
    return structuredClone(this.#service.options.limits);
  }

  setLimits(limits: Partial<Limits>): void {
    this.#service.options.limits = { ...this.#service.options.limits, ...check.limits(limits) };
    this.#service.limiter.reset();
  }

  switches(): Switches {
    return { ...this.#service.options.switches };
  }

  setSwitches(switches: Partial<Switches>): void {
    this.#service.options.switches = { ...this.#service.options.switches, ...check.switches(switches) };
    this.#service.rebuildRoutes();
  }

  openapi(): OpenApiDocument {
    return buildOpenApiDocument(this.#service.options.switches);
  }

  reset(): void {
    this.importState({ format: 1, accounts: [], credentials: [] });
    this.clearRequests();
    this.clearFaults();
    this.#service.clock.reset();
    this.setLimits(this.#initial.limits);
    this.setSwitches(this.#initial.switches);
  }
}
