import { type Kept, keptCaches, keptName } from "./keptCaches";

/**
 * A cache of this session that drops its oldest entries when it is full. It stays empty without a
 * session, or if the browser has no caches.
 */
export class KeptCache {
  readonly #what: Kept;
  readonly #mostBytes: number;

  constructor(what: Kept, mostBytes: number) {
    this.#what = what;
    this.#mostBytes = mostBytes;
  }

  async get(url: string): Promise<Response | undefined> {
    return (await this.#open())?.match(url);
  }

  /** Stores an answer, which must have a `Content-Length` header. */
  async keep(url: string, answer: Response): Promise<void> {
    const cache = await this.#open();
    if (cache === null) return;
    const isNew = (await cache.match(url)) === undefined;
    // `put` replaces an old entry as a whole and moves it to the end, because a cache lists its
    // entries in the order of their arrival.
    await cache.put(url, answer);
    if (isNew) await this.#makeRoom(cache);
  }

  async remove(url: string): Promise<void> {
    await (await this.#open())?.delete(url);
  }

  /** The addresses of all answers, oldest first. */
  async urls(): Promise<string[]> {
    const requests = (await (await this.#open())?.keys()) ?? [];
    return requests.map(({ url }) => url);
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
    // Some browsers throw only here, for example in private windows.
    return caches.open(name).catch(() => null);
  }
}
