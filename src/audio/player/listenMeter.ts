import type { PlayerState } from "./playerState";
import { contentIdOf } from "./track";

const LISTEN_MS = 15_000;

type Heard = Pick<PlayerState, "track" | "status" | "elapsedMs">;

/**
 * Finds out which beats and verses a person has really heard: for 15 s, or for half of the track if
 * that is shorter. Skipped parts do not count, and the heard time never grows faster than the
 * clock.
 */
export class ListenMeter {
  readonly #heardMs = new Map<string, number>();
  #last: (Heard & { readonly atMs: number }) | null = null;

  /**
   * Notes the player's next state. Returns the id of a beat or verse at the moment when it first
   * counts as heard, and null otherwise.
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
