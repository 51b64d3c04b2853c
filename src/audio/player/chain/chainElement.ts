import { wait } from "../../../lib/wait";
import type { AudioElement } from "../player";
import { type Joined, joinOf } from "./joins";

/** A verse of a chain. */
export interface ChainItem extends Joined {
  readonly url: string;
}

export interface ChainParts {
  readonly context: AudioContext;
  readonly items: readonly ChainItem[];
  load(url: string): Promise<AudioBuffer>;
  /** The volume at which an item plays. */
  volumeOf(item: ChainItem): number;
  /**
   * Called when an item takes over from the one before, or is played instead of an item that
   * failed.
   */
  onNext(item: ChainItem): void;
  /** Called for an item that could not be loaded. */
  onSkipped(item: ChainItem): void;
}

/** An item that is playing or scheduled. */
interface Sounding {
  readonly item: ChainItem;
  readonly source: AudioBufferSourceNode;
  readonly gain: GainNode;
  /**
   * When the start of its file would be heard, on the context's clock; the beginning may be cut
   * off.
   */
  readonly beginsAt: number;
}

const START_SECONDS = 0.03;
/**
 * The next item is loaded only this long before it is due, because decoded sound takes much memory.
 */
const LOAD_AHEAD_MS = 30_000;

/**
 * Plays the items of a chain like an audio element, except that each one is scheduled on the audio
 * clock while the one before it is still heard. Loads each next item by itself.
 */
export class ChainElement extends EventTarget implements AudioElement {
  preload: AudioElement["preload"] = "auto";
  readonly error = null;
  readonly #parts: ChainParts;
  readonly #sounds = new Map<string, Promise<AudioBuffer>>();
  readonly #sounding = new Set<Sounding>();
  #current: Sounding | null = null;
  #src = "";
  #positionMs = 0;
  #isPaused = true;
  #isLooping = false;
  /** Goes up whenever a plan is dropped, so that waiting steps of the old plan stop. */
  #run = 0;

  constructor(parts: ChainParts) {
    super();
    this.#parts = parts;
  }

  get src(): string {
    return this.#src;
  }

  set src(url: string) {
    this.#src = url;
    this.#positionMs = 0;
  }

  get paused(): boolean {
    return this.#isPaused;
  }

  get loop(): boolean {
    return this.#isLooping;
  }

  set loop(isLooping: boolean) {
    if (this.#isLooping === isLooping) return;
    this.#isLooping = isLooping;
    this.#restart(this.currentTime);
  }

  get volume(): number {
    return this.#current?.gain.gain.value ?? 1;
  }

  set volume(volume: number) {
    if (this.#current) this.#current.gain.gain.value = volume;
  }

  get currentTime(): number {
    if (!this.#current) return this.#positionMs / 1000;
    const { beginsAt, item } = this.#current;
    const seconds = Math.max(0, this.#parts.context.currentTime - beginsAt);
    const length = item.durationMs / 1000;
    return this.#isLooping ? seconds % length : Math.min(seconds, length);
  }

  set currentTime(seconds: number) {
    this.#restart(seconds);
  }

  async play(): Promise<void> {
    if (!this.#isPaused) return;
    const item = this.#parts.items.find(({ url }) => url === this.#src);
    if (!item) throw new DOMException("no such item", "NotSupportedError");
    this.#isPaused = false;
    const run = this.#begin();
    void this.#parts.context.resume();
    const buffer = await this.#load(item).catch(() => null);
    if (run !== this.#run) throw new DOMException("", "AbortError");
    if (buffer === null) return this.#skip(item);
    const offset = this.#positionMs / 1000;
    const at = this.#parts.context.currentTime + START_SECONDS;
    this.#current = this.#sound(item, buffer, { at, offset });
    this.dispatchEvent(new Event("playing"));
    void this.#follow(run);
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#halt();
    this.dispatchEvent(new Event("pause"));
  }

  /** Releases everything if there is no `src`. */
  load(): void {
    if (this.#src !== "") return;
    this.#halt();
    this.#sounds.clear();
    void this.#parts.context.close();
    this.dispatchEvent(new Event("emptied"));
  }

  removeAttribute(name: string): void {
    if (name === "src") this.src = "";
  }

  #begin(): number {
    this.#run += 1;
    return this.#run;
  }

  #halt(): void {
    this.#begin();
    this.#positionMs = this.currentTime * 1000;
    this.#isPaused = true;
    this.#current = null;
    for (const { source, gain } of this.#sounding) {
      source.onended = null;
      source.stop();
      gain.disconnect();
    }
    this.#sounding.clear();
  }

  #restart(seconds: number): void {
    const isPlaying = !this.#isPaused;
    this.#halt();
    this.#positionMs = seconds * 1000;
    if (isPlaying) this.play().catch(() => undefined);
  }

  #load({ url }: ChainItem): Promise<AudioBuffer> {
    const loading = this.#sounds.get(url) ?? this.#parts.load(url);
    this.#sounds.set(url, loading);
    loading.catch(() => this.#sounds.delete(url));
    return loading;
  }

  /** Continues with the item after a failed item. */
  async #skip(failed: ChainItem): Promise<void> {
    this.#parts.onSkipped(failed);
    this.#halt();
    const next = this.#after(failed);
    if (!next) {
      this.dispatchEvent(new Event("ended"));
      return;
    }
    this.src = next.url;
    this.#parts.onNext(next);
    await this.play();
  }

  #after(item: ChainItem): ChainItem | null {
    const { items } = this.#parts;
    return items[items.indexOf(item) + 1] ?? null;
  }

  #sound(
    item: ChainItem,
    buffer: AudioBuffer,
    { at, offset }: { at: number; offset: number },
  ): Sounding {
    const { context } = this.#parts;
    const source = new AudioBufferSourceNode(context, { buffer });
    source.loop = this.#isLooping;
    const gain = new GainNode(context, { gain: this.#parts.volumeOf(item) });
    source.connect(gain).connect(context.destination);
    source.start(at, offset);
    const sounding = { item, source, gain, beginsAt: at - offset };
    this.#sounding.add(sounding);
    source.onended = () => this.#noteEnd(sounding);
    return sounding;
  }

  #noteEnd(ended: Sounding): void {
    ended.gain.disconnect();
    this.#sounding.delete(ended);
    if (ended !== this.#current) return;
    if (this.#after(ended.item)) {
      this.dispatchEvent(new Event("waiting"));
      return;
    }
    this.#halt();
    this.dispatchEvent(new Event("ended"));
  }

  /** Plans the item after the current one, and switches to it when it is due. */
  async #follow(run: number): Promise<void> {
    const first = this.#current;
    if (!first || this.#isLooping) return;
    const due = first.beginsAt * 1000 + first.item.durationMs;
    await this.#until(due - LOAD_AHEAD_MS);
    if (run !== this.#run) return;
    const found = await this.#loadAfter(first.item, run);
    if (found === null || run !== this.#run) return;
    const { item, buffer } = found;
    const { atMs, fromMs } = joinOf(first.item, item);
    const joinsAt = first.beginsAt + atMs / 1000;
    const start = this.#startFor(joinsAt, fromMs / 1000);
    const next = this.#sound(item, buffer, start);
    await this.#until(1000 * Math.max(joinsAt, start.at));
    if (run !== this.#run) return;
    this.#sounds.delete(first.item.url);
    this.#current = next;
    this.#src = item.url;
    this.#parts.onNext(item);
    this.dispatchEvent(new Event("playing"));
    void this.#follow(run);
  }

  /**
   * Returns when to start an item, and from which offset, so that it is at `offset` when it takes
   * over.
   */
  #startFor(joinsAt: number, offset: number) {
    const soonest = this.#parts.context.currentTime + START_SECONDS;
    if (joinsAt - offset >= soonest) return { at: joinsAt - offset, offset: 0 };
    if (joinsAt >= soonest) return { at: joinsAt, offset };
    return { at: soonest, offset: 0 }; // the item was loaded late
  }

  /**
   * Loads the item after `item` and skips items that fail. Resolves to null at the end of the
   * chain.
   */
  async #loadAfter(
    item: ChainItem,
    run: number,
  ): Promise<{ item: ChainItem; buffer: AudioBuffer } | null> {
    const next = this.#after(item);
    if (next === null) return null;
    const buffer = await this.#load(next).catch(() => null);
    if (run !== this.#run) return null;
    if (buffer !== null) return { item: next, buffer };
    this.#parts.onSkipped(next);
    return this.#loadAfter(next, run);
  }

  /** Waits until a time on the context's clock, in ms. */
  async #until(atMs: number): Promise<void> {
    const { context } = this.#parts;
    const run = this.#run;
    for (;;) {
      const leftMs = atMs - context.currentTime * 1000;
      if (leftMs <= 0 || run !== this.#run) return;
      await wait(leftMs);
    }
  }
}
