/**
 * What reads text of the service, and of manifests in cost data, takes linear time. Anyone who can write a tag writes its names,
 * values and descriptions. In quadratic time, each of these would take minutes to days.
 */
import pc from "picocolors";
import { markdownText } from "../../cli/document/markdown";
import { terminalText } from "../../cli/document/terminal";
import type { Phrase } from "../../cli/document/document";
import { fileNameOf, identifierOf, UniqueNames } from "../../cli/program/names";
import { markdownFile } from "../../cli/program/generated";
import { selectTags } from "../../cli/program/select";
import { ExactNumber } from "../../client/exactJson";
import { readErrorBody } from "../../client/http/errorBody";
import { readRateHeaders } from "../../client/limits/rateLimitHeaders";
import { printable } from "../../client/printable";
import { readManifest } from "../../cost/manifests/manifest";
import { closestName } from "../../rules/closestName";
import { isSameName, nameKey } from "../../rules/names";

const megabyte = (unit: string): string => unit.repeat(1_000_000 / unit.length);
const marks = `e${megabyte("\u0301\u0316")}`;
const manifestOf = (path: string): unknown =>
  readManifest("/data/manifest.json", JSON.stringify({ dataFiles: [`s3://bucket/export${path}`] }));
const paragraph = (text: Phrase, dialect: "comment" | "file" = "file"): string =>
  markdownText({ title: ["Title"], blocks: [{ kind: "paragraph", text }] }, dialect);

const readings: Record<string, () => unknown> = {
  "names that differ only in the last of many marks": () => {
    expect(isSameName(marks, `${marks}\u0301`)).toBe(false);
  },
  "the key of a name, which is its own key": () => {
    expect(nameKey(nameKey(`e\u0301${marks}`))).toBe(`\u00e9${marks}`);
  },
  "a file's name": () => {
    expect(fileNameOf(`Team ${marks}`, "tag")).toBe("team-e");
  },
  "a constant's name": () => {
    expect(identifierOf(`a${megabyte("-")}`, "tag")).toBe("a");
  },
  "100,000 names in another script": () => {
    const names = new UniqueNames();
    const last = Array.from({ length: 100_000 }, () => names.namesOf("\u0416", "tag").resourceName).at(-1);
    expect(last).toBe("tag-100000");
  },
  "a pattern of many stars": () => {
    const tag = { id: "1", name: megabyte("a") };
    expect(selectTags([tag], { match: "*a*a*a*b" })).toEqual([]);
    expect(selectTags([tag], { match: "a*a?*a" })).toEqual([tag]);
  },
  "a number of many zeros": () => {
    const digits = `1${megabyte("0")}1`;
    expect(JSON.stringify(new ExactNumber(digits))).toBe(JSON.stringify(digits));
  },
  "rate limits with many spaces and members": () => {
    const headers = { ratelimit: `limit${megabyte(" ")}x`, "ratelimit-policy": megabyte('"a";q=1,') };
    expect(readRateHeaders(headers, 0).stated).toEqual([]);
    expect(readRateHeaders({ ...headers, ratelimit: megabyte('"a";r=1,') }, 0).stated).not.toHaveLength(0);
  },
  "an error page of tags that don't close": () => {
    expect(readErrorBody(`<html>${megabyte("<script")}`, (text) => text).message).toBeUndefined();
  },
  "the closest of long names": () => {
    expect([closestName(megabyte("ab"), [megabyte("ba")]), closestName("user:team", [`${megabyte("0")}x`])]).toEqual([
      undefined,
      undefined,
    ]);
  },
  "digits in Markdown": () => {
    expect(paragraph([{ plain: megabyte("1") }])).toContain(megabyte("1"));
  },
  "many values in Markdown": () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `\u0416${index}`);
    expect(paragraph(names, "comment")).toContain("\u041699999");
  },
  "braces in a Markdown file": () => {
    expect(markdownFile("EXPORT.md", "report", paragraph([megabyte("{")])).text).toContain(megabyte("{"));
  },
  "a table with one long name": () => {
    const rows = [megabyte("a"), ...Array.from({ length: 10_000 }, () => "Team")].map((name) => [
      [{ plain: name }],
      ["x"],
    ]);
    const blocks = [{ kind: "table" as const, caption: ["Tags"], columns: ["NAME", "ID"], rows }];
    expect(terminalText({ title: [], blocks }, pc.createColors(false)).length).toBeLessThan(10_000_000);
  },
  "a manifest's path of many runs": () => {
    expect(() => manifestOf(`/data/BILLING_PERIOD=2026-10/${megabyte("20261001T000000Z-x/")}`)).toThrow("one month");
  },
  "a manifest's path of many months": () => {
    expect(() => manifestOf(`${megabyte("/data/BILLING_PERIOD=2026-10/x")}/`)).toThrow("one month");
  },
  "characters that are escaped": () => {
    expect(printable(megabyte("\u0007"))).toHaveLength(6_000_000);
  },
};

test.each(Object.entries(readings))("%s", (_, read) => {
  read();
});
