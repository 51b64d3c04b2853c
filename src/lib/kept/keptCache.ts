import { keptCaches, keptName } from "./keptCaches";

/**
 * A cache of this session that forgets the oldest when it is full. It stays empty without a session
 * or where the browser has no caches.
 */
export class KeptCache {
  readonly #what: Parameters<typeof keptName>[0];
  readonly #mostBytes: number;

  constructor(what: Parameters<typeof keptName>[0], mostBytes: number) {
    this.#what = what;
    this.#mostBytes = mostBytes;
  }

  async has(url: string): Promise<boolean> {
    const cache = await this.#open();
    return (await cache?.match(url)) !== undefined;
  }

  /** The answer has to say its length. */
  async keep(url: string, answer: Response): Promise<void> {
    const cache = await this.#open();
    if (cache === null) return;
    // Moves it to the end: a cache lists its entries as they came.
    await cache.delete(url);
    await cache.put(url, answer);
    await this.#makeRoom(cache);
  }

  async remove(url: string): Promise<void> {
    await (await this.#open())?.delete(url);
  }

  /** All answers with their addresses, oldest first. */
  async list(): Promise<(readonly [string, Response])[]> {
    const cache = await this.#open();
    const listed: (readonly [string, Response])[] = [];
    for (const request of (await cache?.keys()) ?? []) {
      const answer = await cache?.match(request);
      if (answer !== undefined) listed.push([request.url, answer]);
    }
    return listed;
  }

  async #makeRoom(cache: Cache): Promise<void> {
    let bytes = 0;
    for (const request of [...(await cache.keys())].reverse()) {
      const answer = await cache.match(request);
      bytes += Number(answer?.headers.get("Content-Length") ?? 0);
      if (bytes > this.#mostBytes) await cache.delete(request);
    }
  }

  async #open(): Promise<Cache | null> {
    const name = keptName(this.#what);
    const caches = keptCaches();
    if (name === null || caches === null) return null;
    // Some browsers forbid it only now, for example in private windows.
    return caches.open(name).catch(() => null);
  }
}
