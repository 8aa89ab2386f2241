import { asNamed } from "../../plugin/results";
import schema from "../../plugin/schema.json";

const { types, functions } = schema;

test("what the schema does not name is left out at any depth, and custom metadata stays as it is", () => {
  const filters = { costCenter: "AWS", key: "team", type: "tag", operator: "is", value: ["a"] };
  const rule = { to: "A", filters: { OR: [filters] } };
  const tag = { id: "1", name: "Team", rules: [rule] };
  const more = { ...tag, rules: [{ ...rule, filters: { OR: [{ ...filters, isNew: true }] }, isNew: 1 }], isNew: {} };
  const { outputs } = functions["costallocation:index:getVirtualTags"];
  expect(asNamed({ virtualTags: [more] }, outputs, types)).toEqual({ virtualTags: [tag] });
  const metadata = { A: { groups: ["g"], customMetadata: { anything: { at: [{ all: null }] } } } };
  const { outputs: ofMetadata } = functions["costallocation:index:getVirtualTagMetadata"];
  expect(asNamed({ metadata: { A: { ...metadata.A, isNew: 1 } } }, ofMetadata, types)).toEqual({ metadata });
});
