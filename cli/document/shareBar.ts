import type { Share } from "./document";
import type { Html } from "./element";

/** A bar of a share. It only repeats what the text beside it says, so it is hidden from screen readers. */
export function shareBar({ least, most }: Share): Html {
  const rect = (kind: string, x: number, width: number): string =>
    width <= 0 ? "" : `<rect class="${kind}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="8"/>`;
  return {
    html: [
      '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false">',
      rect("certain", 0, least),
      rect("unsure", least, most - least),
      "</svg>",
    ].join(""),
  };
}
