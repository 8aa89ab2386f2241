/** Checks of who owns what, and whose work goes. */
import type { Stop } from "../../../sources/plan/plan";
import { overwriting } from "../overwritten";
import { type MetadataReview, type Review, type TagName, tagNameOf } from "../review";
import type { Check, Found, Subject } from "./check";

/** By their names. */
export const ownership = {
  "up-stops": {
    category: "ownership",
    level: "error",
    needs: "account",
    title: "where `pulumi up` stops",
    find: ({ review }) => stops(review),
    undecided: ({ review }) => review.tags.filter(({ facts }) => facts.unreadable !== undefined).map(tagNameOf),
  },
  "undoes-work": {
    category: "ownership",
    level: "warning",
    needs: "account",
    title: "work of others that the change undoes",
    find: ({ review }) => undone(review),
    undecided: ({ review }) => [
      ...review.tags.filter(({ facts }) => facts.overwrites?.kind === "notKnown").map(tagNameOf),
      ...review.metadata.flatMap((one) => (one.overwrites?.kind === "notKnown" ? [titleOf(one)] : [])),
    ],
  },
} satisfies Record<string, Check>;

const titleOf = ({ tag, urn, resourceName }: MetadataReview): TagName => tag ?? { id: urn, name: resourceName };

function stops({ tags, metadata, endpoints }: Review): Found[] {
  const at = (
    key: string,
    tag: TagName,
    stop: Stop | undefined,
    of: Extract<Subject, { kind: "stop" }>["of"],
  ): Found[] =>
    stop === undefined
      ? []
      : [{ key, tag, isCertain: stop.isCertain, subject: { kind: "stop", stop, of }, about: [stop.code, stop.text] }];
  const all = [
    ...tags.flatMap((tag) => at(tag.key, tagNameOf(tag), tag.facts.stop, "tag")),
    ...metadata.flatMap((one) => at(one.urn, titleOf(one), one.stop, one)),
    ...endpoints.flatMap((one) => at(one.urn, { id: one.urn, name: one.name }, one.stop, one)),
  ];
  return [...all.filter(({ isCertain }) => isCertain), ...all.filter(({ isCertain }) => !isCertain)];
}

function undone(review: Review): Found[] {
  const tags = overwriting(review).map((of): Found => {
    const { overwrites } = of.facts;
    return {
      key: of.key,
      tag: tagNameOf(of),
      isCertain: !("isCertain" in overwrites) || overwrites.isCertain,
      subject: { kind: "undone", of },
      about: overwrites,
    };
  });
  const metadata = review.metadata.flatMap((of): Found[] => {
    const { overwrites, urn } = of;
    if (overwrites === undefined || overwrites.kind === "notRead" || overwrites.kind === "notKnown") return [];
    const { isCertain } = overwrites;
    return [{ key: urn, tag: titleOf(of), isCertain, subject: { kind: "undone", of }, about: [overwrites, of.values] }];
  });
  return [...tags, ...metadata];
}
