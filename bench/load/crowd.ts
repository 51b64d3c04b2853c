/** Many viewers of one count, and the moment the last of them has seen it. */
import type { RawSocket } from "./rawSocket.ts";
import { type Target, openViewer } from "./syncSession.ts";

const OPENED_AT_ONCE = 50;
const MAX_COUNT = 2_000_000;

export class Crowd {
  readonly size: number;
  /** Bytes of the newest message. */
  messageBytes = 0;
  readonly #sockets: RawSocket[] = [];
  readonly #seen: Int32Array;
  /** By count: how many viewers have it or a later one, and when the last got it. */
  readonly #reached = new Uint16Array(MAX_COUNT);
  readonly #allReachedAtMs = new Float64Array(MAX_COUNT);
  #waiting: { count: number; resolve: () => void } | null = null;
  #deliveries = 0;

  private constructor(size: number) {
    this.size = size;
    this.#seen = new Int32Array(size).fill(-1);
  }

  static async gather(target: Target, size: number): Promise<Crowd> {
    const crowd = new Crowd(size);
    for (let from = 0; from < size; from += OPENED_AT_ONCE) {
      const to = Math.min(size, from + OPENED_AT_ONCE);
      await Promise.all(
        Array.from({ length: to - from }, (_, i) =>
          crowd.#admit(target, from + i),
        ),
      );
    }
    return crowd;
  }

  get deliveries(): number {
    return this.#deliveries;
  }

  /** When the last viewer had this count or a later one; 0 if not yet. */
  allReachedAtMs(count: number): number {
    return this.#allReachedAtMs[count] ?? 0;
  }

  whenAllReached(count: number): Promise<void> {
    if (this.size === 0 || this.allReachedAtMs(count) > 0)
      return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting = { count, resolve };
    });
  }

  leave(): void {
    for (const socket of this.#sockets) socket.close();
  }

  async #admit(target: Target, viewer: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      openViewer(target, (count, bytes) => {
        this.#see(viewer, count, bytes);
        resolve();
      }).then((socket) => this.#sockets.push(socket), reject);
    });
  }

  #see(viewer: number, count: number, bytes: number): void {
    this.messageBytes = bytes;
    this.#deliveries += 1;
    const before = this.#seen[viewer] ?? -1;
    if (count <= before) return;
    this.#seen[viewer] = count;
    for (let k = before + 1; k <= count; k++) {
      const reached = (this.#reached[k] ?? 0) + 1;
      this.#reached[k] = reached;
      if (reached === this.size) this.#settle(k);
    }
  }

  #settle(count: number): void {
    this.#allReachedAtMs[count] = performance.now();
    if (this.#waiting === null || this.#waiting.count > count) return;
    this.#waiting.resolve();
    this.#waiting = null;
  }
}
