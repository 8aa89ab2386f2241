import { fileURLToPath } from "node:url";

/** The root folder of the checkout that these scripts belong to. */
export const checkout = fileURLToPath(new URL("../..", import.meta.url));
