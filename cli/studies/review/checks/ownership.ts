/** Checks of who owns what, and whose work goes. */
import type { Stop } from "../../../sources/plan/plan";
import { overwriting } from "../overwritten";
import type { Review } from "../review";
import type { Check, Found, Subject } from "./check";

/** By their names. */
export const ownership = {
  "up-stops": {
    category: "ownership",
    level: "error",
    needs: "account",
    title: "where `pulumi up` stops",
    find: ({ review }) => stops(review),
  },
  "undoes-work": {
    category: "ownership",
    level: "warning",
    needs: "account",
    title: "work of others that the change undoes",
    find: ({ review }) => undone(review),
  },
} satisfies Record<string, Check>;

function stops({ tags, metadata, endpoints }: Review): Found[] {
  const at = (tag: Found["tag"], stop: Stop | undefined, of: Extract<Subject, { kind: "stop" }>["of"]): Found[] =>
    stop === undefined
      ? []
      : [
          {
            tag,
            isCertain: stop.isCertain,
            subject: { kind: "stop", stop, of },
            about: [of === "tag" ? "" : of.urn, stop.code],
          },
        ];
  const all = [
    ...tags.flatMap(({ id, key, name, facts }) => at({ id: id ?? key, name }, facts.stop, "tag")),
    ...metadata.flatMap((one) => at(one.tag ?? { id: one.urn, name: one.resourceName }, one.stop, one)),
    ...endpoints.flatMap((one) => at({ id: one.urn, name: one.name }, one.stop, one)),
  ];
  return [...all.filter(({ isCertain }) => isCertain), ...all.filter(({ isCertain }) => !isCertain)];
}

function undone(review: Review): Found[] {
  const tags = overwriting(review).map((of): Found => {
    const { overwrites } = of.facts;
    return {
      tag: { id: of.id ?? of.key, name: of.name },
      isCertain: !("isCertain" in overwrites) || overwrites.isCertain,
      subject: { kind: "undone", of },
      about: overwrites,
    };
  });
  const metadata = review.metadata.flatMap((of): Found[] => {
    const { overwrites, tag, urn, resourceName } = of;
    if (overwrites === undefined || overwrites.kind === "notRead" || overwrites.kind === "notKnown") return [];
    const { isCertain } = overwrites;
    const name = tag ?? { id: urn, name: resourceName };
    return [{ tag: name, isCertain, subject: { kind: "undone", of }, about: [urn, overwrites] }];
  });
  return [...tags, ...metadata];
}
