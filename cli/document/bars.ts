import type { Bar, Block } from "./document";
import { element, type Html, htmlText } from "./element";

const colorOf = (series: number | "rest"): string => (series === "rest" ? series : `c${series}`);

/** The color of a series, beside its name in a table. */
export function seriesMark(series: number | "rest"): Html {
  return element(`span class="mark ${colorOf(series)}" aria-hidden="true"`);
}

/**
 * A diagram of bars as an image in the page. Its text alternative is the caption; the page needs a table with the sizes as well.
 *
 * @param id unique in the page
 * @param labels what is below each bar
 */
export function barsFigure(
  id: string,
  caption: Html,
  block: Extract<Block, { kind: "bars" }>,
  labels: readonly Html[],
): Html {
  const { bars } = block;
  const sums = bars.map(({ sizes }) => [sumOf(sizes, 1), sumOf(sizes, -1)] as const);
  const scale = { up: Math.max(0, ...sums.map(([up]) => up)), down: Math.max(0, ...sums.map(([, down]) => down)) };
  const columns = bars.map((bar, index) =>
    element(
      'div class="column"',
      stack(bar, block, scale),
      element("strong", bar.title),
      ...(labels[index] === undefined ? [] : [element("span", labels[index])]),
    ),
  );
  return element(
    'figure class="bars"',
    element(`figcaption id="${id}"`, caption),
    element(
      `div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"`,
      element(`div class="columns" role="img" aria-labelledby="${id}"`, ...columns),
    ),
  );
}

function sumOf(sizes: readonly number[], sign: 1 | -1): number {
  return sizes.reduce((sum, size) => sum + Math.max(0, size * sign), 0);
}

/** The bar. The first series is at the bottom, and what is below zero hangs from the line. Each part says what it is if pointed at. */
function stack(
  { title, sizes }: Bar,
  { series, amount }: Pick<Extract<Block, { kind: "bars" }>, "series" | "amount">,
  { up, down }: { up: number; down: number },
): Html {
  const unit = up + down === 0 ? 0 : 100 / (up + down);
  const line = up * unit;
  let [top, bottom] = [line, line];
  const parts = sizes.map((size, index) => {
    const height = Math.abs(size) * unit;
    if (size > 0) top -= height;
    const y = size > 0 ? top : bottom;
    if (size < 0) bottom += height;
    const color = colorOf(index < series.length - 1 ? index : "rest");
    const text = htmlText(`${series[index] ?? ""}, ${title}: ${amount(size)}`).html;
    const place = `x="0" y="${y.toFixed(2)}" width="10" height="${height.toFixed(2)}"`;
    return height < 0.005 ? "" : `<rect class="${color}" ${place}><title>${text}</title></rect>`;
  });
  const zero = `<rect class="zero" x="0" y="${(line - 0.3).toFixed(2)}" width="10" height="0.6"/>`;
  return { html: `<svg viewBox="0 0 10 100" preserveAspectRatio="none">${parts.join("")}${zero}</svg>` };
}
