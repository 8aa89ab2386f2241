/** The arguments of a resource. A JavaScript program can omit them; then the required ones are missing, as in `{}`. */
export function givenArgs<Args extends object>(args: Args | undefined): Partial<Args> {
  return args ?? {};
}
