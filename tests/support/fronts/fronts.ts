/** The fronts of the provider, through which end-to-end tests play. */
import { type PluginKind, pluginTypeOf, typeOf } from "../../../stack/state/kinds";
import { atSize } from "../size";
import type { FrontName } from "../workspace";

/** A front of the provider. */
export interface Front {
  readonly front: FrontName;
  /** The type of a resource. */
  readonly typeOf: (kind: PluginKind) => string;
}

/** The front of programs in TypeScript, and that of every other language. */
export const fronts: readonly [dynamic: Front, plugin: Front] = [
  { front: "dynamic", typeOf },
  { front: "plugin", typeOf: pluginTypeOf },
];

/** The fronts of this run: `npm test` plays the dynamic one. */
export const frontsOfSize = atSize<readonly Front[]>(fronts.slice(0, 1), fronts);
