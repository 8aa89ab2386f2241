/** Something that a test waits for. */
export interface Moment {
  /** Settles when it has come. */
  readonly came: Promise<void>;
  /** Says that it has come. */
  readonly come: () => void;
}

/** Makes one. */
export function moment(): Moment {
  let come: () => void = () => undefined;
  const came = new Promise<void>((resolve) => {
    come = resolve;
  });
  return { came, come };
}
