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
 * Notes that a take was published, and that those which lay beside it when it was handed over no
 * longer wait. Of these, one that is open in a recorder still does, and so does one that is in the
 * outbox itself: it may be taken back. What was recorded later is not among them.
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
