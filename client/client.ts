import type { ReserveOptions } from "./http/call";
import type { Connection } from "./http/connection";
import { callerOn, type Copy, openConnection, toBoth } from "./http/openConnection";
import { reserve } from "./http/send";
import type { Limiter } from "./limits/limiter";
import type { Route } from "./limits/routes";
import type { Reservation } from "./limits/turn";
import { checkOptions, type ClientOptions } from "./options";
import { Catalog, QueryLanguage } from "./resources/catalog";
import { NotificationEndpoints } from "./resources/notificationEndpoints";
import { Scans } from "./resources/scans";
import { VirtualTagMetadata } from "./resources/virtualTagMetadata";
import { VirtualTags } from "./resources/virtualTags";
import { VirtualTagsV1 } from "./resources/virtualTagsV1";
import { VirtualTagVersions } from "./resources/virtualTagVersions";

/**
 * A client of the Cost Allocation Service, for one credential. It keeps within the service's limits, retries what is safe to
 * retry, and never retries a write that may have been carried out.
 *
 * The limits are the account's, so all callers in a process should get their clients from `sharedClient`.
 */
export class CostAllocationClient {
  /** Virtual Tags, V2. */
  readonly virtualTags: VirtualTags;
  /** The version history of a Virtual Tag. */
  readonly virtualTagVersions: VirtualTagVersions;
  /** Metadata of a Virtual Tag's values. */
  readonly virtualTagMetadata: VirtualTagMetadata;
  /** Virtual Tags, V1: deprecated by the service, with its end of life on 2027-03-31. Use `virtualTags`. */
  readonly virtualTagsV1: VirtualTagsV1;
  /** Destinations of reports. */
  readonly notificationEndpoints: NotificationEndpoints;
  /** The keys to filter by. */
  readonly catalog: Catalog;
  /** The keys to filter by, with their types. */
  readonly queryLanguage: QueryLanguage;
  /** Cost-saving analyses. */
  readonly scans: Scans;
  readonly #connection: Connection;
  readonly #onWait: ClientOptions["onWait"];
  readonly #close: () => void;
  readonly #isDry: boolean;

  /** @throws {InvalidSettings} naming every wrong option */
  constructor(options: ClientOptions);
  /**
   * @internal
   * @param parts `limiter`: of the account, if several clients share it. `copy`: keeps the writes of this client to itself
   */
  // eslint-disable-next-line @typescript-eslint/unified-signatures -- the build removes this internal overload
  constructor(options: ClientOptions, parts?: { limiter?: Limiter; copy?: Copy });
  constructor(options: ClientOptions, { limiter, copy }: { limiter?: Limiter; copy?: Copy } = {}) {
    const settings = checkOptions(options);
    const { connection, close } = openConnection(options, settings, limiter);
    const { caller, reads } = callerOn(connection, options.onWait, copy);
    const { clock } = connection;
    const { listMaxAgeSeconds, metadataNesting, v1AfterEndOfLife: afterEndOfLife } = settings;
    this.#connection = connection;
    this.#onWait = options.onWait;
    this.#close = close;
    this.#isDry = copy !== undefined;

    this.virtualTags = new VirtualTags({
      caller,
      reads,
      clock,
      listMaxAgeSeconds,
      changed: () => {
        this.virtualTagsV1.forget();
      },
    });
    this.virtualTagsV1 = new VirtualTagsV1({
      caller,
      reads,
      clock,
      afterEndOfLife,
      changed: () => {
        this.virtualTags.forget();
      },
    });
    this.virtualTagVersions = new VirtualTagVersions(caller, this.virtualTags);
    this.virtualTagMetadata = new VirtualTagMetadata(caller, metadataNesting);
    this.notificationEndpoints = new NotificationEndpoints(caller);
    this.catalog = new Catalog(caller);
    this.queryLanguage = new QueryLanguage(caller);
    this.scans = new Scans(caller, settings);
  }

  /**
   * Waits for a place in a route's rate limit, for a caller that reads before it writes. Pass the reservation to the write, or
   * release it. It is not a request in flight, so it can't block the reads.
   *
   * @throws {LimitReached} if there is no place before the deadline
   * @throws {Cancelled} if the signal or {@link CostAllocationClient.close} comes first
   */
  reserve(route: Route, options: ReserveOptions = {}): Promise<Reservation> {
    if (this.#isDry) return Promise.resolve({ route, until: Infinity, release: () => undefined });
    return reserve(this.#connection, route, { ...options, onWait: toBoth(this.#onWait, options.onWait) });
  }

  /** Whether a request on a route would be sent at once. Use it for reads that are not worth a wait. */
  isFree(route: Route): boolean {
    return !this.#isDry && this.#connection.limiter.isFree(route);
  }

  /** Milliseconds on the client's clock, which never jumps. */
  elapsed(): number {
    return this.#connection.clock.elapsed();
  }

  /** Ends what is under way and closes idle connections. The client can't be used afterwards. */
  close(): void {
    this.#close();
  }
}
