import { spawn } from "node:child_process";
import { once } from "node:events";
import { CreateAccessKeyCommand, CreateUserCommand, IAMClient, PutUserPolicyCommand } from "@aws-sdk/client-iam";
import { pythonProgram } from "./python";

const region = "eu-central-1";

/** What calls are signed with. */
export interface Keys {
  accessKeyId: string;
  secretAccessKey: string;
}

/** AWS in a process of its own on this machine, for one test file. */
export interface Moto {
  url: string;
  region: string;
  /** The administrator of the account that is called. */
  administrator: Keys;
  /** Somebody in the service's own account. */
  service: Keys;
  stop(): Promise<void>;
}

/**
 * Starts it on a free port, makes somebody in either account, and has it ask IAM about every request from then on.
 *
 * @param serviceAccountId the service's account
 */
export async function startMoto(serviceAccountId: string): Promise<Moto> {
  const server = spawn(await pythonProgram("moto"), ["-H", "127.0.0.1", "-p", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    const hear = (text: string): void => {
      said += text;
      const address = /Running on (http:\/\/127\.0\.0\.1:\d+)/u.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    server.stdout.setEncoding("utf8").on("data", hear);
    server.stderr.setEncoding("utf8").on("data", hear);
    server.on("error", reject);
    server.on("exit", () => {
      reject(new Error(`moto ended before it served:\n${said}`));
    });
  });
  const administrator = await makeUser(url, "administrator");
  const service = await makeUser(url, "collector", serviceAccountId);
  const enforce = await fetch(`${url}/moto-api/reset-auth`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: "0",
  });
  if (!enforce.ok) throw new Error(`moto does not enforce IAM: ${await enforce.text()}`);
  return {
    url,
    region,
    administrator,
    service,
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill("SIGKILL");
      await once(server, "exit");
    },
  };
}

/** A user who may do anything that the account itself may, while moto asks nobody yet. */
async function makeUser(endpoint: string, UserName: string, accountId?: string): Promise<Keys> {
  const iam = new IAMClient({ endpoint, region, credentials: { accessKeyId: "nobody", secretAccessKey: "nothing" } });
  if (accountId !== undefined) {
    iam.middlewareStack.add(
      (next) => (args) => {
        // Not AWS's: so moto is told which of its accounts is meant.
        (args.request as { headers: Record<string, string> }).headers["x-moto-account-id"] = accountId;
        return next(args);
      },
      { step: "build" },
    );
  }
  await iam.send(new CreateUserCommand({ UserName }));
  const everything = { Effect: "Allow", Action: "*", Resource: "*" };
  const PolicyDocument = JSON.stringify({ Version: "2012-10-17", Statement: [everything] });
  await iam.send(new PutUserPolicyCommand({ UserName, PolicyName: "everything", PolicyDocument }));
  const { AccessKey } = await iam.send(new CreateAccessKeyCommand({ UserName }));
  iam.destroy();
  return { accessKeyId: AccessKey?.AccessKeyId ?? "", secretAccessKey: AccessKey?.SecretAccessKey ?? "" };
}
