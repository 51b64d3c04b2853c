import type { unlessClaimed } from "../../audio/store/takeClaims";
import type { TakeStore } from "../../audio/store/takeStore";
import { logFailure } from "../../lib/logFailure";
import type { OutboxEntry } from "./entry";
import type { Outbox } from "./outbox";

export interface ForgetParts {
  readonly takes: Pick<TakeStore, "remove">;
  readonly outbox: Pick<Outbox, "find">;
  readonly unlessClaimed: typeof unlessClaimed;
}

/**
 * Removes a take that the server now has, and those that lay beside it when it was handed over. Of
 * these, one that is open in a recorder stays, and so does one that is in the outbox itself: it may
 * be taken back. What was recorded later is not among them.
 */
export async function forgetTakes(
  { takes, outbox, unlessClaimed }: ForgetParts,
  { id, otherTakeIds = [] }: OutboxEntry,
): Promise<void> {
  await takes.remove(id);
  for (const other of otherTakeIds) {
    if (outbox.find(other) !== null) continue;
    await unlessClaimed(other, () => takes.remove(other)).catch(
      (error: unknown) => logFailure("removing another take failed", error),
    );
  }
}
