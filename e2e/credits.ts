/** Reads the credits in an audio file's metadata, as any player would. */
import { type Page, expect } from "@playwright/test";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { readFile } from "node:fs/promises";
import {
  DEFAULT_TERMS,
  type Terms,
  TERMS_SENTENCES,
} from "../convex/shared/terms.ts";

interface Makers {
  readonly beatTitle: string;
  readonly producer: string;
  readonly rapper: string;
  /** The beat's terms; those of a new beat if absent. */
  readonly terms?: Terms;
}

/** Expects title, artist and comment of the file to name its makers. */
async function expectCredit(
  file: Uint8Array,
  { beatTitle, producer, rapper, terms = DEFAULT_TERMS }: Makers,
): Promise<void> {
  expect(await tagsOf(file)).toEqual({
    title: `${beatTitle} (prod. ${producer})`,
    artist: rapper,
    comment: `Verse by ${rapper} over "${beatTitle}", a beat by ${producer}. Recorded on Gully Cypher. Terms: ${TERMS_SENTENCES.en[terms]}`,
  });
}

/** Title, artist and comment in the tags of a file. */
export async function tagsOf(file: Uint8Array) {
  using input = new Input({
    source: new BufferSource(file),
    formats: ALL_FORMATS,
  });
  const { title, artist, comment } = await input.getMetadataTags();
  return { title, artist, comment };
}

export async function expectCreditAt(
  page: Page,
  url: string,
  makers: Makers,
): Promise<void> {
  const response = await page.request.get(url);
  await expectCredit(await response.body(), makers);
}

/**
 * Like `expectCredit`, for a file that `save` makes the browser download. Also checks the file's
 * name.
 */
export async function expectCreditOfSaved(
  page: Page,
  save: () => Promise<void>,
  makers: Makers,
): Promise<void> {
  const saving = page.waitForEvent("download");
  await save();
  const saved = await saving;
  const name = [makers.beatTitle, "prod", makers.producer, "verse"]
    .join("-")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  expect(saved.suggestedFilename()).toBe(`${name}.webm`);
  await expectCredit(await readFile(await saved.path()), makers);
}
