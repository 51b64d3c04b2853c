import { env } from "node:process";
import { api, internal } from "../_generated/api";
import { claimCode } from "../model/cases/claimCode";
import { sha256 } from "../model/sha256";
import type { Client, World } from "./test.world";

/** A claim as the form sends it, without the link. */
export const CLAIM = {
  ...{ name: "Meera", signature: "Meera", email: "meera@example.com" },
  ...{ work: "Rain", proof: "a link" },
};

type Fields = Partial<typeof CLAIM> & { link: string; language?: "en" | "hi" };

/**
 * Sends a claim, confirms it from its mailbox if that is needed, and returns the number of its
 * case.
 */
export async function claimAs(
  world: Pick<World, "t" | "rows" | "stranger">,
  client: Pick<Client, "action">,
  fields: Fields,
): Promise<string> {
  const sent = { ...CLAIM, ...fields };
  const number = await client.action(api.claims.create, sent);
  return number ?? (await answerMail(world));
}

/** Follows a link that is mailed about the newest claim. */
async function answerMail(
  world: Pick<World, "t" | "rows" | "stranger">,
): Promise<string> {
  const code = await mailedClaimCode(world);
  const outcome = await world.stranger.mutation(api.claims.confirm, { code });
  if (outcome.status !== "opened") throw new Error(outcome.status);
  return outcome.number;
}

/**
 * Returns the code of a link that is mailed about the newest claim: the same one that
 * the mail has, which may be on its way.
 */
export async function mailedClaimCode(
  world: Pick<World, "t" | "rows">,
): Promise<string> {
  const waiting = (await world.rows("waitingClaims")).at(-1);
  if (!waiting) throw new Error("no claim waits");
  const key = env.JWT_PRIVATE_KEY ?? "none, so no mail is sent";
  const code = claimCode(waiting._id, key);
  await world.t.mutation(internal.claims.keepCode, {
    ...{ waitingId: waiting._id, codeHash: sha256(code) },
  });
  return code;
}
