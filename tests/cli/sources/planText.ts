/** The output of a preview with these steps. At its end, Pulumi prints how many steps of each kind there were. */
export function planText(steps: readonly object[]): string {
  const changeSummary: Record<string, number> = {};
  for (const step of steps as readonly { op: string }[]) changeSummary[step.op] = (changeSummary[step.op] ?? 0) + 1;
  return JSON.stringify({ steps, changeSummary });
}
