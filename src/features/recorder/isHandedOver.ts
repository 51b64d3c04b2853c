import type { TakeState } from "../../audio/studio/takeState";

/**
 * Returns whether the outbox has the take or is about to, so the recorder may close: a take that is
 * still being mixed goes on without it. Even if the outbox cannot store it, a kept take stays on the
 * page of its beat.
 */
export const isHandedOver = (state: TakeState): boolean =>
  state.phase === "uploading" && state.isKept;
