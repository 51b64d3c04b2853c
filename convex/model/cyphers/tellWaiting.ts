import type { Doc } from "../../_generated/dataModel";
import { ring } from "../circle/rings";
import type { WriteCtx } from "../contexts";
import { isKeptOut } from "./fit";
import { endWait, listWaiting } from "./people";

const TOLD_PER_TURN = 50;

interface Told {
  readonly told: readonly Doc<"cypherPeople">[];
  readonly hasMore: boolean;
}

/**
 * Tells a batch of the people who asked, by bell. Returns whom it told, and
 * whether there are more.
 */
export async function tellWaiting(
  ctx: WriteCtx,
  cypher: Doc<"cyphers">,
  kind: "micFree" | "cypherStarts",
): Promise<Told> {
  const beat = await ctx.db.get("beats", cypher.beatId);
  if (!beat) return { told: [], hasMore: false };
  const waiting = await listWaiting(ctx, cypher._id, TOLD_PER_TURN);
  const told = [];
  for (const person of waiting) {
    await endWait(ctx, person);
    const { userId } = person;
    if (await isKeptOut(ctx, userId, cypher, beat)) continue;
    const event = { kind, subjectId: cypher._id, actorId: null };
    await ring(ctx, { userId, ...event });
    told.push(person);
  }
  return { told, hasMore: waiting.length === TOLD_PER_TURN };
}
