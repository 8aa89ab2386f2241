/** A run under way, as the judges see it. */
import { type Declared, isTag, type Kept, ownIn, type Stack } from "./engine";
import type { Program, StackName } from "./program";

/** A run under way. */
export interface Watched {
  stack: StackName;
  program: Program;
  /** The program as the engine gets it. */
  resources: Declared[];
  state: Stack;
  /** The state as it was before the run. */
  before: Kept[];
  /** What the run has said so far. */
  messages: string[];
  refuses: boolean;
}

/** The resources that have a tag, before the run and now; and which resources of both states the program declares. */
export function holdersOf(
  { resources, before, state }: Watched,
  tagId: string,
): { holders: Kept[]; declared: Set<Kept> } {
  return {
    holders: [...before, ...state.kept].filter(({ id, kind }) => id === tagId && isTag(kind)),
    declared: new Set([...ownIn(before, resources), ...ownIn(state.kept, resources)]),
  };
}
