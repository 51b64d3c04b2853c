import { Listeners } from "../../../lib/listeners";
import { CHUNK_MS } from "../../signal/recordingFormat";
import type { VoiceMix } from "../../store/voiceMix";
import type { FinishedTake } from "../../store/finishedTake";
import type { StemStore } from "../../store/stemStore";
import type { StoredTake, TakeStore, TakeVersion } from "../../store/takeStore";

/** One of the takes on the shelf, all over the same beat. */
export interface ShelvedTake {
  readonly id: string;
  /** In ms since the epoch. */
  readonly createdAt: number;
  /** Exact only to a second if a crash cut the take off. */
  readonly durationMs: number;
  /** Space that the take needs on the device, or in memory if it is not kept. */
  readonly bytes: number;
  readonly isStarred: boolean;
  /** False if part of the take is only in memory. */
  readonly isKept: boolean;
  /** Absent for a take that was recorded as a whole. */
  readonly version?: TakeVersion;
}

/** Where a take can be opened from: the store or, if the store does not have all of it, memory. */
export type TakeSource =
  | { readonly from: "store"; readonly stored: StoredTake }
  | { readonly from: "memory"; readonly take: FinishedTake };

export interface TakeShelfParts {
  readonly store: Pick<
    TakeStore,
    "list" | "update" | "setAside" | "measure" | "remove"
  >;
  readonly stems: Pick<StemStore, "measure">;
  claim(takeId: string): () => void;
  /** Ids of the takes that some tab has open. */
  claimedIds(): Promise<ReadonlySet<string>>;
  readonly onFailure: (error: unknown) => void;
}

/** Measures a stored take and its voice in bytes. What cannot be read counts as 0. */
export async function measureTake(
  {
    store,
    stems,
  }: {
    store: Pick<TakeStore, "measure">;
    stems: Pick<StemStore, "measure">;
  },
  takeId: string,
): Promise<{ chunks: number; bytes: number }> {
  const [{ chunks, bytes }, stem] = await Promise.all([
    store.measure(takeId),
    stems.measure(takeId).catch(() => 0),
  ]);
  return { chunks, bytes: bytes + stem };
}

/**
 * How many takes over one beat may wait on the device. To record another, the user must delete one.
 */
export const MAX_TAKES = 5;

interface Held {
  readonly shown: ShelvedTake;
  /** Null if the device keeps the take. */
  readonly memory: FinishedTake | null;
}

/**
 * The viewer's unsent takes over one beat, oldest first. The shelf claims them all, so that other
 * tabs do not offer them at the same time. A take leaves the shelf only by `remove` and `setAside`.
 */
export class TakeShelf {
  readonly #parts: TakeShelfParts;
  readonly #listeners = new Listeners();
  readonly #claims = new Map<string, () => void>();
  #owner: { userId: string; beatId: string } | null = null;
  #held: readonly Held[] = [];
  #takes: readonly ShelvedTake[] = [];

  constructor(parts: TakeShelfParts) {
    this.#parts = parts;
  }

  readonly getTakes = (): readonly ShelvedTake[] => this.#takes;
  readonly subscribe = this.#listeners.subscribe;

  /** Puts the stored takes on the shelf, except those that another tab has open. Never rejects. */
  async open(userId: string, beatId: string): Promise<void> {
    const owner = { userId, beatId };
    this.#owner = owner;
    const isClosed = () => this.#owner !== owner;
    try {
      const [stored, claimed] = await Promise.all([
        this.#parts.store.list(userId, beatId),
        this.#parts.claimedIds(),
      ]);
      if (isClosed()) return;
      const free = stored.filter(({ id }) => !claimed.has(id));
      for (const { id } of free) this.claim(id);
      for (const take of free) {
        const shown = await this.#describe(take);
        if (isClosed()) return;
        this.#put({ shown, memory: null });
      }
    } catch (error) {
      this.#parts.onFailure(error);
    }
  }

  /** Keeps other tabs from offering the take until `close`. */
  claim(takeId: string): void {
    if (this.#claims.has(takeId)) return;
    this.#claims.set(takeId, this.#parts.claim(takeId));
  }

  /** Puts a newly recorded take on the shelf. */
  add(
    take: FinishedTake,
    createdAt: number,
    isKept: boolean,
    version?: TakeVersion,
  ): void {
    const bytes = take.file.size + stemBytes(take);
    const { id, durationMs } = take;
    const isNew = { isStarred: false, ...(version && { version }) };
    this.#put({
      shown: { id, createdAt, durationMs, bytes, isKept, ...isNew },
      memory: isKept ? null : take,
    });
    this.#note(id, { durationMs, bytes });
  }

  setKept(takeId: string, isKept: boolean): void {
    for (const held of this.#held) {
      // A take without a copy in memory is already in the store.
      if (held.shown.id !== takeId || held.memory === null || !isKept) continue;
      this.#put({ shown: { ...held.shown, isKept }, memory: null });
      const { durationMs, bytes, isStarred } = held.shown;
      this.#note(takeId, { durationMs, bytes, isStarred });
    }
  }

  star(takeId: string, isStarred: boolean): void {
    const held = this.#find(takeId);
    if (!held) return;
    this.#put({ ...held, shown: { ...held.shown, isStarred } });
    this.#note(takeId, { isStarred });
  }

  /** Stores a take's mix, so that the take sounds the same when it is opened again. */
  keepMix(takeId: string, mix: VoiceMix): void {
    this.#note(takeId, { mix });
  }

  /** Resolves to null if the take is gone, for example because the browser's data was cleared. */
  async source(takeId: string): Promise<TakeSource | null> {
    const memory = this.#find(takeId)?.memory;
    if (memory) return { from: "memory", take: memory };
    if (this.#owner === null) return null;
    const { userId, beatId } = this.#owner;
    const all = await this.#parts.store.list(userId, beatId);
    const stored = all.find(({ id }) => id === takeId);
    return stored ? { from: "store", stored } : null;
  }

  /** Deletes a take. If the device refuses, rejects and keeps the take. */
  async remove(takeId: string): Promise<void> {
    await this.#parts.store.remove(takeId);
    this.#set(this.#held.filter(({ shown }) => shown.id !== takeId));
  }

  /**
   * Empties the shelf after one of the takes was published, except for takes that are being sent as
   * other verses. The device keeps all of them. Never rejects.
   */
  async setAside(
    publishedId: string,
    isOnItsWay: (takeId: string) => boolean,
  ): Promise<void> {
    for (const { id } of this.#takes) {
      if (isOnItsWay(id)) continue;
      const why = id === publishedId ? "published" : "beside";
      await this.#parts.store.setAside(id, why).catch(this.#parts.onFailure);
      this.#set(this.#held.filter(({ shown }) => shown.id !== id));
    }
  }

  /** Lets other tabs offer the takes again. */
  close(): void {
    this.#owner = null;
    for (const release of this.#claims.values()) release();
    this.#claims.clear();
    this.#set([]);
  }

  #find(takeId: string): Held | undefined {
    return this.#held.find(({ shown }) => shown.id === takeId);
  }

  async #describe(take: StoredTake): Promise<ShelvedTake> {
    const { id, createdAt, isStarred = false, version } = take;
    const known = { id, createdAt, isStarred, ...(version && { version }) };
    if (take.durationMs !== undefined && take.bytes !== undefined) {
      const { durationMs, bytes } = take;
      return { ...known, durationMs, bytes, isKept: true };
    }
    const { chunks, bytes } = await measureTake(this.#parts, id);
    return { ...known, durationMs: chunks * CHUNK_MS, bytes, isKept: true };
  }

  /** If this fails, a detail is lost, but never the take. */
  #note(takeId: string, details: Parameters<TakeStore["update"]>[1]): void {
    this.#parts.store.update(takeId, details).catch(this.#parts.onFailure);
  }

  #put(held: Held): void {
    const others = this.#held.filter(({ shown }) => shown.id !== held.shown.id);
    this.#set([...others, held]);
  }

  #set(held: readonly Held[]): void {
    this.#held = [...held].sort(
      (a, b) => a.shown.createdAt - b.shown.createdAt,
    );
    this.#takes = this.#held.map(({ shown }) => shown);
    this.#listeners.tell();
  }
}

function stemBytes({ stem }: FinishedTake): number {
  const blocks = stem?.blocks ?? [];
  return blocks.reduce((sum, { samples }) => sum + samples.byteLength, 0);
}
