/** Whether `npm run test:full` runs the tests. It runs each file that uses this module again, at full size. */
export const isFull = process.env["COST_ALLOCATION_TESTS"] === "full";

/** What a test takes in `npm test`, and what it takes in `npm run test:full`. */
export function atSize<Size>(usual: Size, full: Size): Size {
  return isFull ? full : usual;
}

/** How many runs a random test has: as the variable says, for a person; otherwise {@link atSize}. */
export function runsOf(variable: string, usual: number, full: number): number {
  return Number(process.env[variable] ?? atSize(usual, full));
}
