import { createHash, createHmac, randomBytes } from "node:crypto";
import type { Settings } from "../settings";
import { redact } from "./redaction";

/** Makes {@link Credentials.fingerprint} worthless outside this process. */
const salt = randomBytes(32);

/** What {@link Credentials} are made of. */
export interface CredentialParts {
  clientId: string;
  secretKey: string;
  clientIdHeader: string;
  secretKeyHeader: string;
  /** Where they came from, for messages: `stack config costallocation:clientId`. */
  source: string;
}

/**
 * The client ID and the secret key. They are in a private field, where neither `util.inspect` nor JSON finds them. Only {@link
 * Credentials.headers} returns them.
 */
export class Credentials {
  /** Where they came from, for messages: `stack config costallocation:clientId`. */
  readonly source: string;
  readonly #parts: CredentialParts;

  constructor(parts: CredentialParts) {
    this.source = parts.source;
    this.#parts = parts;
  }

  /** The two headers that every request carries. */
  headers(): Record<string, string> {
    const { clientId, secretKey, clientIdHeader, secretKeyHeader } = this.#parts;
    return { [clientIdHeader]: clientId, [secretKeyHeader]: secretKey };
  }

  /** The text without the credentials and the other `secrets`, in any encoding. */
  redact(text: string, secrets: readonly string[] = []): string {
    return redact(text, [this.#parts.secretKey, this.#parts.clientId, ...secrets]);
  }

  /** Equal for equal credentials in this process. It reveals nothing about them. */
  fingerprint(): string {
    const { clientId, secretKey, clientIdHeader, secretKeyHeader } = this.#parts;
    const parts = [clientId, secretKey, clientIdHeader, secretKeyHeader];
    return createHmac("sha256", salt).update(JSON.stringify(parts)).digest("hex");
  }
}

/**
 * A hash of the address and the client ID, which identify an account. The state holds it, so nobody can compute the client ID from
 * it.
 */
export function accountOf({ baseUrl, clientId }: Partial<Pick<Settings, "baseUrl" | "clientId">>): string | undefined {
  if (baseUrl === undefined || clientId === undefined) return undefined;
  return createHash("sha256").update(`${baseUrl}\n${clientId}`).digest("hex").slice(0, 24);
}
