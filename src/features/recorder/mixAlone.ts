import { claimTake } from "../../audio/store/takeClaims";
import type { LeftMix } from "../../audio/studio/sending/takeUpload";
import { guardUnload } from "../../lib/guardUnload";
import { logFailure } from "../../lib/logFailure";
import { untilAborted } from "../../lib/untilAborted";
import type { Outbox } from "../outbox/outbox";
import type { Mixes } from "../outbox/mixes";
import { entryOf, type Whose } from "./entryOf";

export interface MixAloneParts {
  readonly outbox: Pick<Outbox, "add">;
  readonly mixes: Pick<Mixes, "add" | "setPercent">;
  /** Called if the take did not get into the outbox. It is then listed on the page of its beat. */
  readonly onFailure: () => void;
}

/**
 * Continues with a take whose recorder was closed during mixing, and hands it to the outbox.
 * Meanwhile no tab lists it as unsent. Never rejects.
 */
export async function mixAlone(
  left: LeftMix,
  whose: Whose,
  { outbox, mixes, onFailure }: MixAloneParts,
): Promise<void> {
  const { id } = left.take;
  const stopping = new AbortController();
  const { signal } = stopping;
  const cancel = () => {
    stopping.abort();
    left.cancel();
  };
  const release = claimTake(id);
  const stopAsking = guardUnload();
  const hide = mixes.add({ ...whose, id, percent: 0, cancel });
  left.follow((percent) => mixes.setPercent(id, percent));
  try {
    // On a slow phone, mixing stops only a while after it is cancelled.
    const finished = await untilAborted(left.mixed, signal);
    await outbox.add(entryOf(finished, whose), finished.file);
  } catch (error) {
    if (signal.aborted) return;
    logFailure("mixing a take without its recorder failed", error);
    onFailure();
  } finally {
    release();
    stopAsking();
    hide();
  }
}
