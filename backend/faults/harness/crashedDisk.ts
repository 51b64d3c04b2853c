/**
 * Simulates what a disk may hold after a power failure: everything that was
 * synced, and any part of the rest.
 *
 * A write since the file's last sync may be lost in any of its 512-byte
 * sectors, independently of the others and of their order. A name that was
 * created, changed or removed since the directory's last sync may be old or
 * new.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { DiskEvent } from "./diskRecord.ts";
import type { Random } from "./random.ts";

const SECTOR_BYTES = 512;

type Change =
  { readonly at: number; readonly bytes: Buffer } | { readonly length: number };

interface File {
  durable: Buffer;
  pending: Change[];
  /** End of the file, where a write without a position goes. */
  end: number;
}

interface Naming {
  readonly dir: string;
  readonly path: string;
  /** null if the name was removed. */
  readonly file: File | null;
}

export class CrashedDisk {
  readonly #dataDir: string;
  readonly #durableNames: Map<string, File>;
  readonly #names: Map<string, File>;
  #pendingNames: Naming[] = [];

  /**
   * `base` maps paths within `dataDir` to their contents, all of them durable.
   */
  constructor(dataDir: string, base: ReadonlyMap<string, Buffer>) {
    this.#dataDir = dataDir;
    this.#durableNames = new Map(
      [...base].map(([path, durable]) => [
        path,
        { durable, pending: [], end: durable.length },
      ]),
    );
    this.#names = new Map(this.#durableNames);
  }

  /** Applies the next event of the recording. */
  apply(event: DiskEvent): void {
    switch (event.type) {
      case "said":
        return;
      case "create":
        if (!this.#names.has(event.path)) {
          const file = { durable: Buffer.alloc(0), pending: [], end: 0 };
          this.#name(event.path, file);
        }
        return;
      case "rename": {
        const file = this.#names.get(event.path) ?? null;
        this.#name(event.path, null);
        this.#name(event.to, file);
        return;
      }
      case "remove":
        this.#name(event.path, null);
        return;
      case "sync":
        this.#sync(event.path);
        return;
      case "write": {
        const file = this.#names.get(event.path);
        if (file === undefined) return;
        const at = event.at ?? file.end;
        file.end = Math.max(file.end, at + event.bytes.length);
        file.pending.push({ at, bytes: event.bytes });
        return;
      }
      case "truncate":
        this.#names.get(event.path)?.pending.push({ length: event.length });
        return;
      default:
        event satisfies never;
    }
  }

  /**
   * Returns contents by path. `survives` decides for each pending change
   * whether it reached the disk.
   */
  state(survives: () => boolean): Map<string, Buffer> {
    const names = new Map(this.#durableNames);
    for (const { path, file } of this.#pendingNames) {
      if (!survives()) continue;
      if (file === null) names.delete(path);
      else names.set(path, file);
    }
    const contents = new Map<File, Buffer>();
    for (const file of names.values()) {
      if (!contents.has(file)) {
        contents.set(file, contentAfterCrash(file, survives));
      }
    }
    return new Map(
      [...names].map(([path, file]) => [
        path,
        contents.get(file) ?? file.durable,
      ]),
    );
  }

  /** Writes one randomly chosen possible state to `targetDir`. */
  async materialise(targetDir: string, random: Random): Promise<void> {
    const luck = random.pick([0, 0.5, 0.9, 1]);
    const state = this.state(() => random.next() < luck);
    for (const [path, content] of state) {
      const target = join(targetDir, path.slice(this.#dataDir.length));
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
    }
  }

  #name(path: string, file: File | null): void {
    if (file === null) this.#names.delete(path);
    else this.#names.set(path, file);
    this.#pendingNames.push({ dir: dirname(path), path, file });
  }

  #sync(path: string): void {
    const file = this.#names.get(path);
    if (file !== undefined) {
      file.durable = withChanges(file.durable, file.pending);
      file.pending = [];
      return;
    }
    for (const naming of this.#pendingNames) {
      if (naming.dir !== path) continue;
      if (naming.file === null) this.#durableNames.delete(naming.path);
      else this.#durableNames.set(naming.path, naming.file);
    }
    this.#pendingNames = this.#pendingNames.filter(({ dir }) => dir !== path);
  }
}

function contentAfterCrash(
  { durable, pending }: File,
  survives: () => boolean,
): Buffer {
  // Applies the surviving changes in order, so each sector ends up as any of
  // its versions.
  return withChanges(durable, pending.flatMap(sectorsOf).filter(survives));
}

function sectorsOf(change: Change): Change[] {
  if ("length" in change) return [change];
  const { at, bytes } = change;
  const sectors: Change[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES);
    sectors.push({ at: at + from, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return sectors;
}

function withChanges(content: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) =>
    "length" in change ? change.length : change.at + change.bytes.length,
  );
  const result = Buffer.alloc(Math.max(content.length, ...ends));
  content.copy(result);
  let { length } = content;
  for (const change of changes) {
    if ("length" in change) {
      if (change.length < length) result.fill(0, change.length, length);
      ({ length } = change);
    } else {
      change.bytes.copy(result, change.at);
      length = Math.max(length, change.at + change.bytes.length);
    }
  }
  return result.subarray(0, length);
}
