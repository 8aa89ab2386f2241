import type { Shares } from "./document";
import type { Html } from "./element";

/** A bar of shares. It only repeats what the text beside it says, so it is hidden from screen readers. */
export function shareBar({ byRules, unsure }: Shares): Html {
  const rect = (kind: string, x: number, width: number): string =>
    width <= 0 ? "" : `<rect class="${kind}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"/>`;
  return {
    html: [
      '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">',
      '<rect class="rest" x="0" y="0" width="100" height="8"/>',
      rect("allocated", 0, byRules),
      rect("unsure", byRules, unsure),
      "</svg>",
    ].join(""),
  };
}
