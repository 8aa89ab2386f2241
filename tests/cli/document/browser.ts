/** A real browser for tests of pages: Chromium of this machine, or from npm. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { isFull } from "../../support/size";

/** Its path; undefined if there is none, and none could be installed. The script says why. */
const browserPath = ((): string | undefined => {
  const script = resolve(__dirname, "../../../scripts/e2e/browser.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return status === 0 ? stdout.trim() : undefined;
})();

/** `test`. Without a browser it is skipped by `npm test`, and fails in `npm run test:full`. */
export const browserTest = browserPath === undefined && !isFull ? test.skip : test;

/** How a page is looked at. */
export interface Look {
  colorScheme: "light" | "dark";
  /** Default: screen. */
  media?: "screen" | "print";
  /** In pixels. Default: 1200. */
  width?: number;
}

/** What a browser finds on a page. */
export interface Seen {
  /** Violations of accessibility rules, each with the first element. */
  violations: string[];
  /** Errors and refused requests. */
  errors: string[];
  /** Elements that reach out of the page on its right side. */
  overflowing: string[];
  /** Of the text that is shown, in characters. */
  shownCharacters: number;
}

/** The browser of a test file, started by its first look. */
let browser: Browser | undefined;
afterAll(() => browser?.close());

/**
 * Opens a page in a profile of its own, and looks at it.
 *
 * @param picture Where a picture of it is written, for a person. A busy browser can't always make one, so no test needs it.
 */
export async function lookAt(html: string, look: Look, picture: string | undefined): Promise<Seen> {
  const { colorScheme, media = "screen", width = 1200 } = look;
  browser ??= await chromium.launch({ executablePath: browserPath ?? "", args: ["--no-sandbox"] });
  // Axe is code, which the page's own policy would refuse.
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
  try {
    const errors: string[] = [];
    page.on("console", (message) => errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith("data:") && request.url() !== "about:blank") errors.push(request.url());
    });
    await page.emulateMedia({ colorScheme, media });
    await page.setContent(html);
    if (picture !== undefined) await page.screenshot({ path: picture, fullPage: true });
    const shownCharacters = (await page.innerText("body")).length;
    return { violations: await violationsOf(page), errors, overflowing: await overflowingIn(page), shownCharacters };
  } finally {
    await page.close();
  }
}

interface AxeResults {
  violations: { id: string; help: string; nodes: { html: string }[] }[];
}

async function violationsOf(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: require.resolve("axe-core/axe.min.js") });
  const { violations } = await page.evaluate<AxeResults>("axe.run()");
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html ?? ""}`);
}

/** Only what scrolls by itself may be wider than the page. */
function overflowingIn(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll("body *")]
      .filter((element) => element.closest(".scroll, svg") === null || element.matches(".scroll"))
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
      .map((element) => element.outerHTML.slice(0, 200))
      .concat(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["the page scrolls"] : [])
  `);
}
