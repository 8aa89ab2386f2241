/** Texts that mean something to a terminal, Markdown, HTML or a program, if they are not escaped. */

/** Everything at once. */
export const hostile =
  "</code></details><script>alert('1')</script> | **@team** [x](javascript:1) `code` $x$ ${1} \"q\" \\ # <!-- --> \u001b[31m\u202e\u200b\n::error::x";

/** One danger each. */
export const hostileNames = {
  html: '<img src=x onerror="alert(1)">&amp;',
  markdown: "| *a* _b_ ~c~ [d](e) `f` #1 @g\n- h",
  terminal: "\u001b[2J\u0007\r\u009b31m",
  direction: "\u202eabc\u2066\u200f",
  pipeline: "##[error]x\n::warning file=a::b%0A",
  program: '"; process.exit(1); // ${x} `',
  long: "a very long name ".repeat(12).trim(),
};
