/** Output of the provider's process appears beside the stack, not beside the resource: so messages go to the engine's log. */
import { filesWith } from "../../support/filesWith";

test.each(["provider", "client", "rules", "sdk"])("%s does not print", (folder) => {
  for (const way of ["console.", "process.stdout", "process.stderr"]) expect(filesWith(way, folder)).toEqual([]);
});
