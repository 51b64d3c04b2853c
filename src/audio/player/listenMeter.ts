import type { PlayerState } from "./playerState";
import { contentIdOf } from "./track";

const LISTEN_MS = 15_000;

type Heard = Pick<PlayerState, "track" | "status" | "elapsedMs">;

/**
 * Knows which beats and verses a person has really heard: for 15 s, or for half of
 * it if that is shorter. What a seek passes over does not count, and no more than
 * the time that went by.
 */
export class ListenMeter {
  readonly #heardMs = new Map<string, number>();
  #last: (Heard & { readonly atMs: number }) | null = null;

  /**
   * Takes in the player's next state. Returns the id of a beat or verse at the
   * moment when it counts as heard, once for each.
   */
  note(state: Heard, atMs: number): string | null {
    const last = this.#last;
    this.#last = { ...state, atMs };
    const { track } = state;
    const isPlaying =
      last?.status === "playing" && last.track?.id === track?.id;
    if (!track || !isPlaying || track.kind === "take") return null;
    const movedMs = Math.min(
      state.elapsedMs - last.elapsedMs,
      atMs - last.atMs,
    );
    if (movedMs <= 0) return null;
    const before = this.#heardMs.get(track.id) ?? 0;
    const heard = before + movedMs;
    this.#heardMs.set(track.id, heard);
    const enough = Math.min(LISTEN_MS, track.durationMs / 2);
    return before < enough && heard >= enough ? contentIdOf(track) : null;
  }
}
