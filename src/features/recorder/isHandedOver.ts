import type { TakeState } from "../../audio/studio/takeState";

/**
 * Returns whether the outbox has the take or is about to get it, so that the recorder may close: a
 * take that is still being mixed does not need the recorder. Even if the outbox cannot store the
 * take, a kept take stays in the list on the page of its beat.
 */
export const isHandedOver = (state: TakeState): boolean =>
  state.phase === "uploading" && state.isKept;
