import { Catalog } from "./resources/catalog";
import type { Limiter } from "./limits/limiter";
import { callOn, openLine } from "./http/connection";
import { NotificationEndpoints } from "./resources/notificationEndpoints";
import { checkOptions, type ClientOptions } from "./options";
import { QueryLanguage } from "./resources/queryLanguage";
import { Scans } from "./resources/scans";
import { VirtualTags } from "./resources/virtualTags";
import { VirtualTagMetadata } from "./resources/virtualTagMetadata";
import { VirtualTagsV1 } from "./resources/virtualTagsV1";
import { VirtualTagVersions } from "./resources/virtualTagVersions";

/**
 * A client of the Cost Allocation Service, for one credential. It paces itself by the service's limits, repeats what is
 * safe to repeat, and never repeats a write that may have been carried out.
 *
 * The limits are the account's, so all of its callers in a process should get their clients from `sharedClient`.
 */
export class CostAllocationClient {
  /** Virtual Tags, V2. */
  readonly virtualTags: VirtualTags;
  /** The history of a Virtual Tag. */
  readonly virtualTagVersions: VirtualTagVersions;
  /** Metadata of a Virtual Tag's values. */
  readonly virtualTagMetadata: VirtualTagMetadata;
  /** Virtual Tags, V1: deprecated by the service, with its end of life on 2027-03-31. Use `virtualTags`. */
  readonly virtualTagsV1: VirtualTagsV1;
  /** Destinations of reports. */
  readonly notificationEndpoints: NotificationEndpoints;
  /** What can be filtered by. */
  readonly catalog: Catalog;
  /** What can be filtered by, with types. */
  readonly queryLanguage: QueryLanguage;
  /** Cost-saving analyses. */
  readonly scans: Scans;
  readonly #close: () => void;

  /**
   * @param limiter of the account, when several clients share it
   * @throws {InvalidSettings} naming every wrong option
   */
  constructor(options: ClientOptions, limiter?: Limiter) {
    const settings = checkOptions(options);
    const { line, close } = openLine(options, settings, limiter);
    const { caller, reads } = callOn(line, options.onWait);
    const { clock, closed } = line;
    const { listMaxAgeSeconds, gatherMilliseconds } = settings;
    const collecting = { clock, listMaxAgeSeconds, gatherMilliseconds, closed };
    this.#close = close;

    this.virtualTags = new VirtualTags({ caller, reads, collecting });
    this.virtualTagVersions = new VirtualTagVersions(caller, this.virtualTags);
    this.virtualTagMetadata = new VirtualTagMetadata(caller, settings.metadataNesting);
    this.virtualTagsV1 = new VirtualTagsV1({
      caller,
      reads,
      collecting,
      clock,
      afterEndOfLife: settings.v1AfterEndOfLife,
      changed: () => {
        this.virtualTags.forget();
      },
    });
    this.notificationEndpoints = new NotificationEndpoints(caller);
    this.catalog = new Catalog(caller);
    this.queryLanguage = new QueryLanguage(caller);
    this.scans = new Scans(caller, settings);
  }

  /** Ends what is under way and closes idle connections. The client can't be used afterwards. */
  close(): void {
    this.#close();
  }
}
