import type { unlessClaimed } from "../../audio/store/takeClaims";
import type { TakeStore } from "../../audio/store/takeStore";
import { logFailure } from "../../lib/logFailure";
import type { OutboxEntry } from "./entry";
import type { Outbox } from "./outbox";

export interface AsideParts {
  readonly takes: Pick<TakeStore, "setAside">;
  readonly outbox: Pick<Outbox, "find">;
  readonly unlessClaimed: typeof unlessClaimed;
}

/**
 * Notes that a take was published, and that the other takes over its beat no longer wait. Only the
 * takes that existed when it was handed over are meant; those that are open in a recorder, or in
 * the outbox themselves (where they may be cancelled), go on waiting.
 */
export async function setTakesAside(
  { takes, outbox, unlessClaimed }: AsideParts,
  { id, otherTakeIds = [] }: OutboxEntry,
): Promise<void> {
  await takes.setAside(id, "published");
  for (const other of otherTakeIds) {
    if (outbox.find(other) !== null) continue;
    await unlessClaimed(other, () => takes.setAside(other, "beside")).catch(
      (error: unknown) => logFailure("setting a take aside failed", error),
    );
  }
}
