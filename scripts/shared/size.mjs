/** Whether tests run at full size, as `tests/support/size.ts` says. */
export const isFull = () => process.env["COST_ALLOCATION_TESTS"] === "full";
