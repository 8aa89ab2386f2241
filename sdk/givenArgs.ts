/** What a program gives as arguments. JavaScript may give none: then what is required is said to be missing, as for `{}`. */
export function givenArgs<Args extends object>(args: Args | undefined): Partial<Args> {
  return args ?? {};
}
