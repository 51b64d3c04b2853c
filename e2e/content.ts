/**
 * Creates beats and verses through the public functions, for tests about
 * something else.
 */
import {
  createBeat,
  createVerse,
  openCypher,
  takeMic,
  type VersePlace,
} from "../tools/demo/publishFunctions.ts";
import { uploadFile } from "../tools/demo/uploadFile.ts";
import { makeFunctionReference } from "convex/server";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { BeatFacts } from "../convex/shared/beatFacts.ts";
import type { StoredLoudness } from "../convex/shared/loudness.ts";
import type { Terms } from "../convex/shared/terms.ts";
import { fixture } from "./audio.ts";
import type { Person } from "./people.ts";
import { silentWav } from "./silentWav.ts";

const listVerses = makeFunctionReference<
  "query",
  { beatId: string },
  {
    id: string;
    rapper: { userId: string };
    fileUrl: string | null;
    durationMs: number;
    terms: Terms;
    loudness?: StoredLoudness;
  }[]
>("verses:listByBeat");

const getBeat = makeFunctionReference<
  "query",
  { beatId: string },
  { voteCount: number; verseCount: number } | null
>("beats:get");

const setBars = makeFunctionReference<
  "mutation",
  { beatId: string; grid: { firstBarMs: number }; key: null }
>("bars:set");

const endCypher = makeFunctionReference<"mutation", { cypherId: string }>(
  "cyphers:end",
);

const setVote = makeFunctionReference<
  "mutation",
  { contentType: "beat"; contentId: string; voted: boolean }
>("votes:set");

const removeBeat = makeFunctionReference<"mutation", { beatId: string }>(
  "beats:remove",
);

const removeVerse = makeFunctionReference<"mutation", { verseId: string }>(
  "verses:remove",
);

export const PEAKS = Array.from({ length: 200 }, (_, i) => (i * 37) % 256);

export interface MadeBeat {
  readonly id: string;
  readonly title: string;
}

interface BeatOptions extends Partial<BeatFacts> {
  readonly file?: string;
  readonly terms?: Terms;
  readonly loudness?: StoredLoudness;
}

/** Uploads a beat. Returns once it is stored. */
export async function makeBeat(
  producer: Person,
  options: BeatOptions = {},
): Promise<MadeBeat> {
  const {
    file = "beat-97bpm-short-2s.mp3",
    title = `Night Shift ${producer.username}`,
    genre = "Boom Bap",
    ...rest
  } = options;
  const id = await producer.client.action(createBeat, {
    storageId: await store(producer, "beats", file),
    title,
    genre,
    bpm: 97,
    tags: ["night"],
    ...rest,
    peaks: PEAKS,
  });
  return { id, title };
}

/** Sets the first bar of a beat, as its producer. */
export async function setFirstBar(
  producer: Person,
  beatId: string,
  firstBarMs: number,
): Promise<void> {
  const grid = { firstBarMs };
  await producer.client.mutation(setBars, { beatId, grid, key: null });
}

/** Deletes a beat, as its producer. */
export async function deleteBeat(
  producer: Person,
  beatId: string,
): Promise<void> {
  await producer.client.mutation(removeBeat, { beatId });
}

/** Deletes a verse, as its rapper. */
export async function deleteVerse(
  rapper: Person,
  verseId: string,
): Promise<void> {
  await rapper.client.mutation(removeVerse, { verseId });
}

/** Lets a listener vote for a beat. Whoever has voted sees no first step on /home. */
export async function voteForBeat(
  listener: Person,
  beatId: string,
): Promise<void> {
  await listener.client.mutation(setVote, {
    ...{ contentType: "beat", contentId: beatId, voted: true },
  });
}

/** Uploads a finished verse on the beat. Returns its id. */
export async function makeVerse(
  rapper: Person,
  beatId: string,
  {
    file = "beat-97bpm-pcm16-mono-short.wav",
    ...place
  }: VersePlace & { readonly file?: string } = {},
): Promise<string> {
  return rapper.client.action(createVerse, {
    beatId,
    storageId: await store(rapper, "verses", file),
    peaks: PEAKS,
    durationMs: 2_474,
    ...place,
  });
}

/**
 * Makes a cypher of eight bars on a beat of 300 BPM, with one silent verse by each rapper, and ends
 * the cypher. If it stayed open, /home would link to it in all stories.
 */
export async function makeCypher(
  rappers: readonly Person[],
  beatId: string,
): Promise<string> {
  const cypherId = await rappers[0]?.client.mutation(openCypher, {
    beatId,
    bars: 8,
  });
  if (!cypherId) throw new Error("Nobody starts the cypher");
  const durationMs = 6_900; // the bars and the tail
  for (const [index, rapper] of rappers.entries()) {
    await rapper.client.mutation(takeMic, { cypherId });
    const bytes = silentWav(44 + durationMs * 176.4);
    await rapper.client.action(createVerse, {
      beatId,
      storageId: await storeBytes(rapper, "verses", "audio/wav", bytes),
      peaks: PEAKS,
      durationMs,
      turn: { cypherId, turnNo: index + 1 },
    });
  }
  await rappers[0]?.client.mutation(endCypher, { cypherId });
  return cypherId;
}

export async function versesOf(person: Person, beatId: string) {
  return person.client.query(listVerses, { beatId });
}

export async function beatAsStored(person: Person, beatId: string) {
  return person.client.query(getBeat, { beatId });
}

async function store(
  person: Person,
  kind: "beats" | "verses",
  file: string,
): Promise<string> {
  const bytes = await readFile(fixture(file));
  return storeBytes(person, kind, mimeType(file), bytes);
}

export const storeBytes = (
  { client, tokens }: Person,
  kind: "beats" | "verses",
  contentType: string,
  bytes: Buffer,
) =>
  uploadFile(client, tokens.token, {
    kind,
    contentType,
    bytes: new Uint8Array(bytes),
  });

function mimeType(file: string): string {
  return extname(file) === ".mp3" ? "audio/mpeg" : "audio/wav";
}
