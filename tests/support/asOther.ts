import type { Emulator } from "../../emulator";

/**
 * Sends a request as another user of the account, as the application would. Answers `data` of the body.
 *
 * @throws {Error} when the service refuses it
 */
export async function asOther(
  { control, url }: Emulator,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const other = control.addCredential({ user: "ines@example.com" });
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      "x-service-client-id": other.clientId,
      "x-service-secret-key": other.secretKey,
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Record<string, unknown> };
  if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}
