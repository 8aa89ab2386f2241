/** What a provider's process prints stands beside the stack, not beside the resource: everything goes to the engine's log. */
import { filesWith } from "../support/filesWith";

test.each(["provider", "client", "rules", "sdk"])("%s prints nothing by itself", (room) => {
  for (const way of ["console.", "process.stdout", "process.stderr"]) expect(filesWith(way, room)).toEqual([]);
});
