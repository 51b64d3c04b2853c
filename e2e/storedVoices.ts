/** The voices of the takes that a page has stored, for tests that measure them. */
import type { Page } from "@playwright/test";

export interface StoredVoice {
  readonly takeId: string;
  readonly sampleRate: number;
  /** Index of the sample at which the beat started, as the rapper heard it. */
  readonly beatStart: number;
  /** How late the voice arrived, as the take corrects it. */
  readonly lateSeconds: number;
  readonly samples: Int16Array;
}

interface Packed extends Omit<StoredVoice, "samples"> {
  readonly base64: string;
}

/** Returns the stored voices, oldest first. Their blocks have no gaps. */
export async function storedVoices(page: Page): Promise<StoredVoice[]> {
  const packed = await page.evaluate(readVoices);
  return packed.map(({ base64, ...voice }) => {
    const bytes = new Uint8Array(Buffer.from(base64, "base64"));
    return { ...voice, samples: new Int16Array(bytes.buffer) };
  });
}

/** Runs in the page. */
async function readVoices(): Promise<Packed[]> {
  interface Stem {
    readonly takeId: string;
    readonly createdAt: number;
    readonly info: {
      readonly sampleRate: number;
      readonly beatStartFrame: number;
      readonly beatDelaySeconds: number;
      readonly voiceDelaySeconds: number;
    };
  }
  interface Block {
    readonly startFrame: number;
    readonly samples: Int16Array;
  }
  const resultOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(new Error("the database failed"));
    });
  const textOf = (samples: Int16Array) => {
    let text = "";
    for (const byte of new Uint8Array(samples.buffer))
      text += String.fromCharCode(byte);
    return btoa(text);
  };
  const database = await resultOf(indexedDB.open("gully-stems"));
  const stores = database.transaction("stems");
  const stems = await resultOf(
    stores.objectStore("stems").getAll() as IDBRequest<Stem[]>, // written by the app
  );
  stems.sort((a, b) => a.createdAt - b.createdAt);
  const packed: Packed[] = [];
  for (const { takeId, info } of stems) {
    const range = IDBKeyRange.bound([takeId], [takeId, []]);
    const reading = database.transaction("blocks").objectStore("blocks");
    const blocks = await resultOf(
      reading.getAll(range) as IDBRequest<Block[]>, // written by the app
    );
    const first = blocks[0]?.startFrame ?? 0;
    const last = blocks.at(-1);
    const end = last ? last.startFrame + last.samples.length : 0;
    const samples = new Int16Array(end - first);
    for (const block of blocks)
      samples.set(block.samples, block.startFrame - first);
    packed.push({
      takeId,
      sampleRate: info.sampleRate,
      beatStart: info.beatStartFrame - first,
      lateSeconds: info.beatDelaySeconds - info.voiceDelaySeconds,
      base64: textOf(samples),
    });
  }
  database.close();
  return packed;
}
