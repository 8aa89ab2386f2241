/** Results of tests as JUnit's XML, as GitLab and the actions of GitHub read it. */
import { unicodeEscape } from "../../rules/shared/unicodeEscape";
import { type Phrase, plainText, type TestCase } from "./document";
import { htmlText } from "./element";

/** The report of one suite. */
export function junitXml(name: string, cases: readonly TestCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const counts = `tests="${cases.length}" failures="${failed}" errors="0" skipped="${skipped}" time="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `<testsuite name="${xmlText(name)}" ${counts}>`,
    ...cases.map(caseXml),
    "</testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseXml({ group, name, failures, skipped, output }: TestCase): string {
  const [first] = failures;
  return [
    `<testcase classname="${xmlText(group)}" name="${xmlText(name)}" time="0">`,
    // GitLab shows only the content, other readers the message first.
    first && `<failure message="${lineXml(first)}" type="failure">${failures.map(lineXml).join("\n")}</failure>`,
    skipped !== undefined && `<skipped message="${xmlText(skipped)}"/>`,
    output.length > 0 && `<system-out>${output.map(lineXml).join("\n")}</system-out>`,
    "</testcase>",
  ]
    .filter((part) => typeof part === "string")
    .join("");
}

const lineXml = (phrase: Phrase): string => xmlText(plainText(phrase));

/** XML forbids also two characters that HTML allows. */
function xmlText(text: string): string {
  return htmlText(text).html.replaceAll(/[\ufffe\uffff]/gu, unicodeEscape);
}
