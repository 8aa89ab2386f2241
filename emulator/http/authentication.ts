/** Authentication of requests. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { ResolvedOptions } from "../options";
import type { State, StoredCredential } from "../store/state";
import type { Switches } from "../switches";
import { ServiceError } from "./serviceErrors";

/** Hashes a secret key. The emulator stores and compares hashes only. */
export function hashSecretKey(secretKey: string): string {
  return createHash("sha256").update(secretKey).digest("hex");
}

/** The credential from the emulator's options. It isn't stored, because a restart may use other options. */
export function firstCredential(options: ResolvedOptions): StoredCredential {
  const { clientId, secretKey, account, user } = options;
  return { clientId, secretHash: hashSecretKey(secretKey), account, user, groups: [] };
}

/**
 * Returns the credential of a request.
 *
 * @throws ServiceError `UNAUTHORIZED` if a header is missing or wrong. The error doesn't say which one.
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
      timingSafeEqual(Buffer.from(hashSecretKey(secretKey)), Buffer.from(credential.secretHash))
    ) {
      return credential;
    }
  }
  throw new ServiceError(401, "UNAUTHORIZED", "The credentials are missing or invalid.");
}
