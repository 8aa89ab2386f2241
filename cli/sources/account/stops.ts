/** Where `pulumi up` stops: what the provider itself says on a private copy of the account. Reads only. */
import type { PrivateCopy } from "../../../client/dry/privateCopy";
import { type Foreseen, foresee } from "../../../provider/dry";
import type { Account } from "../../console/account";
import type { Plan, Stop } from "../plan/plan";

/** Why a step stops. */
export interface StepStop {
  urn: string;
  /** The ID of the tag or the other resource in the state. */
  id: string | undefined;
  stop: Stop;
}

/**
 * Foresees which steps of a plan the provider refuses.
 *
 * @param isOfStack whether the settings are those of the stack. Otherwise, its policies and its credentials are not known
 * @throws {Error} of the client, if the account can't be read
 */
export async function readStops(
  { steps = [] }: Plan,
  { openDry, settings }: Account,
  copy: PrivateCopy,
  isOfStack: boolean,
): Promise<StepStop[]> {
  // Without a client ID, nothing is compared with the account in the state.
  const others = Object.fromEntries(Object.entries(settings).filter(([name]) => name !== "clientId"));
  const { driftPolicy, referencePolicy } = settings;
  const foreseen = await foresee(steps, {
    copy,
    open: openDry,
    settings: isOfStack ? settings : others,
    policies: isOfStack
      ? [{ driftPolicy, referencePolicy }]
      : [
          { driftPolicy: "refuse", referencePolicy: "refuse" },
          { driftPolicy: "overwrite", referencePolicy: "ignore" },
        ],
  });
  return foreseen.flatMap((one) => stopOf(one) ?? []);
}

function stopOf({ step: { urn, old }, endings, isCertain }: Foreseen): StepStop | undefined {
  const refusal = endings.find((ending) => ending.kind === "refused");
  if (refusal === undefined) return undefined;
  const { code, text } = refusal;
  return { urn, id: old?.id, stop: { code, text, isCertain } };
}
