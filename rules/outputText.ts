/**
 * Texts that contain an Output. At `${other.id}`, no language of Pulumi fails: its SDK puts instructions for the programmer where the value
 * belongs, and the service would keep them as a name or a condition.
 */

/** The beginning of the instructions: of toString and toJSON in Node.js, of `__str__` in Python, and of their likes. */
const instructions =
  /Calling \W{0,3}\w{1,20}\W{0,3} on an \W?Output\W{1,3}T\W{0,3} is not supported\.(?:\s|\\n)+To get the value of an /u;

/** What is wrong with a text that contains an Output; undefined if it doesn't. A text that mentions one is fine. */
export function outputProblem(text: string): string | undefined {
  return instructions.test(text)
    ? "contains an Output, whose value is not in the text. Build the text with pulumi.interpolate, or with Output.concat in Python"
    : undefined;
}
