import { savesData } from "../../../lib/whenIdle";
import type { AudioElement } from "../player";
import type { PlayerState } from "../playerState";
import type { Track } from "../track";

/** A slow line has the beginning of the next file by then. */
const AHEAD_MS = 20_000;

/**
 * Loads the file that follows in a list while the present one is near its end, so that no silence
 * comes between them. One file at a time, and none for people who save data. It lies in an element
 * of its own, which is never played: the elements of a page share what they have loaded. The
 * element goes once the player plays the file, or another one follows.
 */
export class NextFile {
  readonly #createElement: () => AudioElement;
  #element: AudioElement | null = null;
  #url: string | null = null;

  constructor(createElement: () => AudioElement) {
    this.#createElement = createElement;
  }

  /** Call it as the present track goes on. */
  follow(state: PlayerState, next: Track | undefined): void {
    const { track, status, elapsedMs, durationMs, loopingIds } = state;
    const isStarting = track?.url === this.#url && status === "loading";
    if (next?.url !== this.#url && !isStarting) this.drop();
    const isNear = status === "playing" && durationMs - elapsedMs <= AHEAD_MS;
    if (!isNear || !next?.url || next.url === this.#url) return;
    if ((track && loopingIds.has(track.id)) || savesData()) return;
    this.#url = next.url;
    this.#element = this.#createElement();
    this.#element.preload = "auto";
    this.#element.src = next.url;
  }

  /** Stops loading, and lets go of the element. */
  drop(): void {
    this.#url = null;
    this.#element?.removeAttribute("src");
    this.#element?.load();
    this.#element = null;
  }
}
