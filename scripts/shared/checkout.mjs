/** The checkout that these scripts belong to. */
import { fileURLToPath } from "node:url";

/** Its top folder. */
export const checkout = fileURLToPath(new URL("../..", import.meta.url));
