/** The program that `restore` prints declares the same content. That such a program compiles is tested with `export`. */
import fc from "fast-check";
import ts from "typescript";
import { resourceNameOf } from "../../../client/ownershipMark";
import { programText } from "../../../cli/program/programText";
import { wireContent } from "../../../client/resources/ruleBodies";
import { canonicalContent } from "../../../rules/canonical";
import type { Filter, TagContent } from "../../../rules/types";
import * as builders from "../../../sdk/builders";
import { contents } from "../../support/contents";
import { atSize } from "../../support/size";

/** Runs the text as a program. Returns the resource that it declares. */
function evaluate(text: string): { resourceName: string; args: Record<string, unknown> } {
  const made: { resourceName: string; args: Record<string, unknown> }[] = [];
  const VirtualTag = function (resourceName: string, args: Record<string, unknown>): void {
    made.push({ resourceName, args });
  };
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const required = (name: string): object => {
    expect(name).toBe("pulumi-cost-allocation");
    return { ...builders, VirtualTag };
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- it is what is tested
  new Function("require", "exports", outputText)(required, {});
  const [only, ...others] = made;
  expect(others).toEqual([]);
  return only as (typeof made)[number];
}

test("property: the program declares the same content", async () => {
  await fc.assert(
    fc.asyncProperty(contents, fc.string(), fc.string(), async (content, resourceName, name) => {
      const made = evaluate(await programText({ resourceName, name, content }));
      expect(made.resourceName).toBe(resourceName);
      expect(Object.keys(made.args)).toEqual(["name", "rules", "defaultValue"]);
      expect(made.args["name"]).toBe(name);
      const declared = wireContent(made.args as unknown as TagContent);
      expect(canonicalContent(declared)).toEqual(canonicalContent(content));
    }),
    { numRuns: atSize(40, 100) },
  );
});

test("what the service sends is data in the program, in whatever shape, and printable", async () => {
  const evil = 'exists(); throw new Error("code"); "\u001b[2K\u009b\u202e\u2066\u200b';
  const rules = [
    { to: evil, filters: { costCenter: evil, key: evil, type: evil, operator: evil, value: [evil] } },
    {
      to: { key: evil, costCenter: evil, type: evil },
      filters: { costCenter: "A", key: "k", type: "tag", operator: evil },
    },
    {
      to: "a",
      filters: { AND: [{ costCenter: "A", key: "k", type: "tag", operator: "is", value: evil }] },
      timeframe: { from: evil, to: { toJSON: 1, [evil]: evil } },
    },
  ] as unknown as TagContent["rules"];
  const text = await programText({
    resourceName: evil,
    name: evil,
    content: { rules, defaultValue: evil },
    adopt: evil,
  });
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  const { resourceName, args } = evaluate(text);
  expect(resourceName).toBe(evil);
  const [first, second, third] = rules as [object, object, object];
  const is = { costCenter: "A", key: "k", type: "tag", operator: "is", value: [evil] };
  const declared = [first, second, { ...third, filters: { AND: [is] } }];
  expect(args).toEqual({ name: evil, rules: declared, defaultValue: evil, adopt: evil });
});

test("the program uses builders where it can, and breaks long lines", async () => {
  const is = (type: string, key: string, ...value: string[]): Filter => ({
    costCenter: type === "virtual_tag" ? "Virtual Tags" : "AWS",
    key,
    type,
    operator: "is",
    value,
  });
  const content: TagContent = {
    rules: [
      {
        to: "Checkout",
        filters: {
          AND: [
            is("tag", "team", "checkout"),
            {
              OR: [
                is("billing_dimension", "service", "AmazonEC2"),
                is("resource", "i-1", "x"),
                is("tag", "a", "1", "2"),
              ],
            },
            is("virtual_tag", "0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11", "Production"),
            { costCenter: "AWS", key: "team", type: "tag", operator: "exists", displayName: "Team" },
          ],
        },
        timeframe: { from: Date.UTC(2026, 0, 1), to: Date.UTC(12_026, 0, 1) },
      },
      {
        to: { costCenter: "AWS", key: "team", type: "tag" },
        filters: {
          costCenter: "AWS",
          key: "team",
          type: "tag",
          operator: "oneOf",
          value: Array.from({ length: 3 }, (_, index) => `a rather long name of a team, number ${index}`),
        },
      },
    ],
    defaultValue: "None",
  };
  expect(await programText({ resourceName: "team", name: "Team", content }))
    .toBe(`import * as costallocation from "pulumi-cost-allocation";

new costallocation.VirtualTag("team", {
  name: "Team",
  rules: [
    {
      to: "Checkout",
      filters: costallocation.allOf(
        costallocation.tag("AWS", "team").is("checkout"),
        costallocation.anyOf(
          costallocation.dimension("AWS", "service").is("AmazonEC2"),
          costallocation.key("AWS", "i-1", "resource").is("x"),
          {
            costCenter: "AWS",
            key: "a",
            type: "tag",
            operator: "is",
            value: ["1", "2"],
          },
        ),
        costallocation
          .virtualTagKey("0b0e7a52-6b8c-4c0a-9a52-3f1f1d6f8a11")
          .is("Production"),
        costallocation.tag("AWS", "team").exists(),
      ),
      timeframe: { from: "2026-01-01T00:00:00Z", to: 317336745600000 },
    },
    {
      to: { key: "team", costCenter: "AWS", type: "tag" },
      filters: costallocation
        .tag("AWS", "team")
        .oneOf([
          "a rather long name of a team, number 0",
          "a rather long name of a team, number 1",
          "a rather long name of a team, number 2",
        ]),
    },
  ],
  defaultValue: "None",
});`);
});

test.each([
  ["(pulumi shop/prod#team)", "team"],
  ["(pulumi shop/prod#my:Teams$acme:index:Group$team)", "team"],
  ["(pulumi shop/prod#my:Teams$us%24d)", "us$d"],
  ["(pulumi shop/prod#us%24d)", "us$d"],
  ["(pulumi shop/prod#50%2524)", "50%24"],
  ["(pulumi shop/prod#a#b)", "a#b"],
  ["(pulumi shop/prod#my:Teams$a:b)", "a:b"],
])("the resource's name in %s", (mark, name) => {
  expect(resourceNameOf(mark)).toBe(name);
});
