import { createHmac, randomBytes } from "node:crypto";

import { encodings, hidden, pattern, shortestSecret } from "./hiding";

/** Makes {@link Credentials.fingerprint} worthless outside this process. */
const salt = randomBytes(32);

/**
 * The client ID and the secret key. They live in private fields, where neither `util.inspect` nor JSON finds them, and
 * leave them in one place only: {@link Credentials.headers}.
 */
export class Credentials {
  /** Where they came from, in words for a message: `stack config costallocation:clientId`. */
  readonly source: string;
  readonly #clientId: string;
  readonly #secretKey: string;
  readonly #clientIdHeader: string;
  readonly #secretKeyHeader: string;

  constructor(options: {
    clientId: string;
    secretKey: string;
    clientIdHeader: string;
    secretKeyHeader: string;
    source: string;
  }) {
    this.source = options.source;
    this.#clientId = options.clientId;
    this.#secretKey = options.secretKey;
    this.#clientIdHeader = options.clientIdHeader;
    this.#secretKeyHeader = options.secretKeyHeader;
  }

  /** The two headers that every request carries (section 5). */
  headers(): Record<string, string> {
    return { [this.#clientIdHeader]: this.#clientId, [this.#secretKeyHeader]: this.#secretKey };
  }

  /** The same text without the credentials and the further `secrets`, in whatever encoding they came back. */
  hide(text: string, secrets: readonly string[] = []): string {
    return hide(text, [this.#secretKey, this.#clientId, ...secrets]);
  }

  /** The same for the same credentials in this process; says nothing about them. */
  fingerprint(): string {
    const parts = [this.#clientId, this.#secretKey, this.#clientIdHeader, this.#secretKeyHeader];
    return createHmac("sha256", salt).update(JSON.stringify(parts)).digest("hex");
  }
}

function hide(text: string, secrets: readonly string[]): string {
  const forms = secrets
    .filter((secret) => secret.length >= shortestSecret)
    .flatMap(encodings)
    // The longest first: a secret that contains another must not leave its rest behind.
    .sort((one, other) => other.length - one.length);
  // Percent encodings come back in either case.
  const anyCase = (form: string): RegExp => new RegExp(pattern(form), "gi");
  return [...new Set(forms)].reduce((result, form) => result.replaceAll(anyCase(form), hidden), text);
}
