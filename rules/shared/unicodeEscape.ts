/** A character as one or two escapes of four hexadecimal digits, which JSON, JavaScript, TypeScript and SQL read: `\u200d`. */
export function unicodeEscape(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
