/** Properties of a resource, in plain JSON. */
export type Properties = Record<string, unknown>;

/** One kind of resource, carried out by calls to AWS. */
export interface Kind {
  /** The property that is made from the resource's name where the program gives none. */
  readonly autonamed?: string;
  /** Properties that can't change without a new resource. */
  readonly replaces: readonly string[];
  /** Makes it, and tells its ID. */
  create(inputs: Properties): Promise<string>;
  /** What AWS holds of it: properties as the program gives them, and those that AWS adds. Undefined when it is gone. */
  read(id: string, inputs: Properties): Promise<{ inputs: Properties; outputs: Properties } | undefined>;
  update(id: string, inputs: Properties): Promise<void>;
  delete(id: string, state: Properties): Promise<void>;
}

/** The answer of AWS, or undefined where it says that there is none. */
export async function orGone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404) return undefined;
    throw error;
  }
}

/** A policy as AWS holds it: in the program's own words, as long as it means the same. */
export function sameDocument(held: string, declared: unknown): string {
  const meaning = (text: string): string => JSON.stringify(JSON.parse(text));
  return typeof declared === "string" && meaning(declared) === meaning(held) ? declared : held;
}
