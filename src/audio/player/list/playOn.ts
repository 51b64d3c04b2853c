import { logFailure } from "../../../lib/logFailure";
import type { AudioElement, Player } from "../player";
import type { PlaybackProblem, PlayerState, Queue } from "../playerState";
import type { Track } from "../track";
import type { TrackList } from "../trackList";
import { NextFile } from "./nextFile";

/** After this much of a track, "previous" restarts it. */
const RESTART_MS = 3000;

/** After a longer silence, the listener no longer expects sound, so nothing starts. */
const PATIENCE_MS = 10_000;

/** Problems that the next track would have too, so that skipping does not help. */
const NOT_PASSED: readonly PlaybackProblem[] = [
  "network",
  "offline",
  "refused",
];

/**
 * Continues with the tracks of a list after the one that plays now, and skips tracks that are gone
 * or broken. Does nothing if another track has started meanwhile.
 */
export function playOn(
  player: Player,
  list: TrackList,
  now: Track,
  createElement: () => AudioElement = () => new Audio(),
): void {
  if (player.getState().track?.id !== now.id) return;
  const at = list.tracks.findIndex(({ id }) => id === now.id);
  if (at === -1) return;
  new ListQueue(player, list, new NextFile(createElement)).open(at);
}

class ListQueue {
  readonly #player: Player;
  readonly #list: TrackList;
  readonly #tracks: Track[];
  readonly #nextFile: NextFile;
  #at = 0;
  #shown: Queue | null = null;
  /** Direction of the last step; null while the track that the viewer chose plays. */
  #way: 1 | -1 | null = null;
  #failure: PlayerState["failure"] = null;
  #pages = 0;
  #isWhole: boolean;
  #loading: Promise<void> | null = null;

  constructor(player: Player, list: TrackList, nextFile: NextFile) {
    this.#player = player;
    this.#list = list;
    this.#tracks = [...list.tracks];
    this.#nextFile = nextFile;
    this.#isWhole = !list.loadPage;
  }

  open(at: number): void {
    this.#show(at);
    const stop = this.#player.subscribe(() => {
      if (this.#isOver()) {
        stop();
        this.#nextFile.drop();
      } else this.#follow();
    });
  }

  #follow(): void {
    this.#passFailed();
    const state = this.#player.getState();
    // For a moment, this queue is one track ahead of the player.
    if (state.track?.id === this.#tracks[this.#at]?.id)
      this.#nextFile.follow(state, this.#tracks[this.#at + 1]);
  }

  #isOver(): boolean {
    return this.#player.getState().queue !== this.#shown;
  }

  #show(at: number): void {
    this.#at = at;
    const isLast = this.#isLast();
    this.#shown = {
      place: null,
      hasPrevious: true,
      hasNext: !isLast || !this.#isWhole,
      isChosen: this.#way === null,
      has: ({ id }) => id === this.#tracks[this.#at]?.id,
      step: (by) => void this.#step(by),
      goOn: () => this.#step(1),
    };
    this.#player.showQueue(this.#shown);
    if (isLast && !this.#isWhole) void this.#loadMore();
  }

  /**
   * Returns true if the track starts at once. Returns false if there is none, or if more tracks
   * must be loaded first.
   */
  #step(by: 1 | -1): boolean {
    if (by === -1 && this.#beginsAgain()) {
      this.#player.seek(0);
      return true;
    }
    const at = this.#at + by;
    const track = this.#tracks[at];
    if (track) {
      this.#way = by;
      this.#show(at);
      this.#player.play(track, 0);
      return true;
    }
    if (!this.#isWhole) void this.#stepWhenLoaded();
    return false;
  }

  #beginsAgain(): boolean {
    return this.#at === 0 || this.#player.getState().elapsedMs > RESTART_MS;
  }

  async #stepWhenLoaded(): Promise<void> {
    const { track } = this.#player.getState();
    const askedAtMs = performance.now();
    await this.#loadMore();
    if (performance.now() - askedAtMs > PATIENCE_MS) return;
    const isSame = this.#player.getState().track?.id === track?.id;
    if (isSame && !this.#isLast() && !this.#isOver()) this.#step(1);
  }

  /** Acts once on each failure, because the failed track may stay the current one. */
  #passFailed(): void {
    const { failure } = this.#player.getState();
    if (failure === this.#failure) return;
    this.#failure = failure;
    const isOwn = failure?.track.id === this.#tracks[this.#at]?.id;
    if (!failure || !isOwn || NOT_PASSED.includes(failure.problem)) return;
    if (this.#way !== null) this.#step(this.#way);
  }

  #loadMore(): Promise<void> {
    this.#loading ??= this.#load().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #load(): Promise<void> {
    try {
      while (!this.#isWhole && this.#isLast()) await this.#addPage();
    } catch (error) {
      logFailure("loading what follows in a list failed", error);
    }
    if (!this.#isOver()) this.#show(this.#at);
  }

  /**
   * Adds the tracks of the next page. The list may have changed since the last page, so a page may
   * repeat tracks.
   */
  async #addPage(): Promise<void> {
    const found = await this.#list.loadPage?.(this.#pages + 1);
    if (!found) {
      this.#isWhole = true;
      return;
    }
    this.#pages += 1;
    const known = new Set(this.#tracks.map(({ id }) => id));
    this.#tracks.push(...found.filter(({ id }) => !known.has(id)));
  }

  #isLast(): boolean {
    return this.#at >= this.#tracks.length - 1;
  }
}
