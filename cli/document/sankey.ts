import { element, type Html, htmlText } from "./element";
import { type Block, mostSeries } from "./document";
import { type FlowPlace, layOutFlows } from "./sankeyLayout";

/** Longer names are cut in the diagram. The table beside it has them whole. */
const mostCharacters = 30;

/**
 * A diagram of flows as an image in the page. Its text alternative is the caption; the page needs a table with the flows as well.
 *
 * @param id unique in the page
 */
export function sankeyFigure(
  id: string,
  caption: Html,
  { flows, amount }: Pick<Extract<Block, { kind: "flows" }>, "flows" | "amount">,
): Html {
  const { width, height, places, lines } = layOutFlows(flows);
  const paths = lines.map(({ from, path, width: size }) => ({
    html: `<path class="flow c${from % mostSeries}" d="${path}" stroke-width="${round(size)}"/>`,
  }));
  const image = element(
    `svg class="flows" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}"`,
    ...paths,
    ...places.map((place) => placeMark(place, amount(place.size))),
  );
  return element(
    "figure",
    element(`div class="scroll" tabindex="0" role="region" aria-labelledby="${id}"`, image),
    element(`figcaption id="${id}"`, caption),
  );
}

function placeMark({ name, side, others, x, y, width, height }: FlowPlace, amount: string): Html {
  const isLeft = side === "from";
  const label = others === undefined ? shortened(name) : `${others} others`;
  const [textX, anchor] = isLeft ? [x - 8, "end"] : [x + width + 8, "start"];
  const line = (text: string, kind: string, shift: number): string =>
    `<text${kind} x="${round(textX)}" y="${round(y + height / 2 + shift)}" text-anchor="${anchor}" dominant-baseline="middle">${htmlText(text).html}</text>`;
  return {
    html: [
      `<rect class="place" x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/>`,
      // Two texts, because the amount must stay in its place beside a name from right to left.
      line(label, "", -8),
      line(amount, ' class="amount"', 9),
    ].join(""),
  };
}

const round = (number: number): string => String(Math.round(number * 100) / 100);

/** Cut between characters as people see them, not inside of one. */
function shortened(name: string): string {
  const characters = [...new Intl.Segmenter("en").segment(name)].map(({ segment }) => segment);
  return characters.length <= mostCharacters ? name : `${characters.slice(0, mostCharacters - 1).join("")}…`;
}
