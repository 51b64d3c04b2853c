import { savesData } from "../../../lib/whenIdle";
import type { AudioElement } from "../player";
import type { PlayerState } from "../playerState";
import type { Track } from "../track";

/**
 * This long before the end, loading starts. Even a slow connection then has the beginning of the
 * next file in time.
 */
const AHEAD_MS = 20_000;

/**
 * Loads the next file of a list while the current one is near its end, so that there is no silence
 * between them. Loads one file at a time, and none for people who save data. The file is loaded by
 * an element that is never played, because the elements of a page share what they have loaded. The
 * element is dropped when the player starts another track, or another file becomes the next one.
 */
export class NextFile {
  readonly #createElement: () => AudioElement;
  #element: AudioElement | null = null;
  #url: string | null = null;

  constructor(createElement: () => AudioElement) {
    this.#createElement = createElement;
  }

  /** Call this whenever the state of the current track changes. */
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

  /** Stops loading and drops the element. */
  drop(): void {
    this.#url = null;
    this.#element?.removeAttribute("src");
    this.#element?.load();
    this.#element = null;
  }
}
