/** Who calls (section 5): client IDs and secret keys, kept as hashes. */
import { createHash, timingSafeEqual } from "node:crypto";
import { ServiceError } from "./errors";
import type { Settings, Switches } from "../options";
import type { State, StoredCredential } from "../store/state";

/** The hash that a secret key is kept and compared as. */
export function hashOf(secretKey: string): string {
  return createHash("sha256").update(secretKey).digest("hex");
}

/** The credential that the options name. It is not part of the state: a restart may bring another. */
export function firstCredential(settings: Settings): StoredCredential {
  const { clientId, secretKey, account, user } = settings;
  return { clientId, secretHash: hashOf(secretKey), account, user, groups: [] };
}

/**
 * The credential of a request.
 *
 * @throws ServiceError `UNAUTHORIZED` when a header is missing or wrong; which one is not said.
 */
export function authenticate(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  switches: Switches,
  first: StoredCredential,
  state: State,
): StoredCredential {
  const clientId = headers[switches.clientIdHeader.toLowerCase()];
  const secretKey = headers[switches.secretKeyHeader.toLowerCase()];
  if (typeof clientId === "string" && typeof secretKey === "string") {
    const credential = clientId === first.clientId ? first : state.credentials.get(clientId);
    if (
      credential !== undefined &&
      timingSafeEqual(Buffer.from(hashOf(secretKey)), Buffer.from(credential.secretHash))
    ) {
      return credential;
    }
  }
  throw new ServiceError(401, "UNAUTHORIZED", "The credentials are missing or invalid.");
}
