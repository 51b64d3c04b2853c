import { type Page, expect } from "@playwright/test";
import { readFile, writeFile } from "node:fs/promises";
import { fixture } from "./audio.ts";
import { choose, fillBeat, submitBeat } from "./screens.ts";
import { test } from "./story.ts";
import { silentWav } from "./silentWav.ts";

const BAD_TYPE = "Invalid file type. Only MP3 and WAV files are allowed.";
const TOO_LARGE = "File is too large. Maximum size is 10MB.";

const notAudio = [
  { what: "a picture named .mp3", file: fixture("bad/png-renamed.mp3") },
  { what: "a program named .mp3", file: fixture("bad/exe-renamed.mp3") },
  { what: "an empty .wav", file: fixture("bad/empty.wav") },
  { what: "an .ogg", file: fixture("bad/beat.ogg") },
];

for (const { what, file } of notAudio) {
  test(`rejects ${what} and keeps the form filled`, async ({
    join,
    openAs,
  }) => {
    const page = await openAs(await join("producer"));
    await openFilledForm(page);
    await page.getByLabel("Beat file").setInputFiles(file);
    await submitBeat(page);
    await expect(page.getByText(BAD_TYPE)).toBeVisible();
    await expectFormKept(page);
  });
}

test("takes a beat by its contents, whatever its name", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  await page.goto("/upload");
  const buffer = await readFile(fixture("beat-97bpm-short-2s.mp3"));
  for (const [name, title] of [
    ["beat.mp3.", "beat"],
    ["drums.mp3\u200B", "drums"],
    ["\u202Bبیٹ.mp3\u202C", "بیٹ"],
  ] as const) {
    const file = { name, mimeType: "", buffer };
    await page.getByLabel("Beat file").setInputFiles(file);
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await expect(page.getByText(/^Heard \d+ BPM/)).toBeVisible();
    await expect(page.getByText(BAD_TYPE)).toHaveCount(0);
  }
  await choose(page, "Genre", "Drill");
  await page.getByLabel("BPM").fill("97");
  await submitBeat(page);
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Share بیٹ" })).toBeVisible();
});

test("rejects a file of 11 MB and keeps the form filled @core", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  await openFilledForm(page);
  const file = test.info().outputPath("long.wav");
  await writeFile(file, silentWav(11 * 1024 * 1024));
  await page.getByLabel("Beat file").setInputFiles(file);
  await submitBeat(page);
  await expect(page.getByText(TOO_LARGE)).toBeVisible();
  await expectFormKept(page);
});

test("names every missing field of an empty form", async ({ join, openAs }) => {
  const page = await openAs(await join("producer"));
  await page.goto("/upload");
  await submitBeat(page);
  for (const text of [
    "Title is required.",
    "Genre is required.",
    "Please enter a valid BPM.",
    "Please select a beat file to upload.",
  ])
    await expect(page.getByText(text)).toBeVisible();
});

async function openFilledForm(page: Page): Promise<void> {
  await page.goto("/upload");
  await fillBeat(page, { title: "Kept", genre: "Drill", bpm: 140 });
}

async function expectFormKept(page: Page): Promise<void> {
  await expect(page.getByLabel("Title")).toHaveValue("Kept");
  await expect(page.getByLabel("BPM")).toHaveValue("140");
  await expect(page.getByRole("combobox", { name: "Genre" })).toHaveValue(
    "Drill",
  );
}
