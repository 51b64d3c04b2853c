/** What a file says of who made it, read as any player would. */
import { type Page, expect } from "@playwright/test";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { readFile } from "node:fs/promises";

interface Makers {
  readonly beatTitle: string;
  readonly producer: string;
  readonly rapper: string;
}

export async function expectCredit(
  file: Uint8Array,
  { beatTitle, producer, rapper }: Makers,
): Promise<void> {
  using input = new Input({
    source: new BufferSource(file),
    formats: ALL_FORMATS,
  });
  expect(await input.getMetadataTags()).toMatchObject({
    title: `${beatTitle} (prod. ${producer})`,
    artist: rapper,
    comment: `Verse by ${rapper} over "${beatTitle}", a beat by ${producer}. Recorded on Gully Cypher.`,
  });
}

export async function expectCreditAt(
  page: Page,
  url: string,
  makers: Makers,
): Promise<void> {
  const response = await page.request.get(url);
  await expectCredit(await response.body(), makers);
}

/** Of a file that `save` makes the browser download. */
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
