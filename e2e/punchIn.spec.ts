import { type Locator, type Page, expect } from "@playwright/test";
import {
  areMicrophonesClosed,
  noteMicrophones,
} from "./pretendedMicrophones.ts";
import { ANALYSIS_RATE, decodeUrl } from "./audio.ts";
import { makeBeat, setFirstBar, versesOf } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import type { Person } from "./people.ts";
import { plugCable } from "./plugCable.ts";
import { expectSent, recordTake } from "./screens.ts";
import { findSound } from "./signal.ts";
import { storedVoices, type StoredVoice } from "./storedVoices.ts";
import { test } from "./story.ts";

/** A beat of exactly eight bars. */
const BEAT_FILE = "beat-97bpm-pcm16-stereo-44k.wav";
const BAR_SECONDS = (4 * 60) / 97;
const FADE_SECONDS = 0.01;
/** How far from its place the voice is looked for. */
const REACH_SECONDS = 0.3;
/** How far the new voice may be from its place over a cable that is exact. */
const EXACT_MS = 3;
/** The specified limit for how long after Stop the microphone's light may stay on. */
const LIGHT_OUT_MS = 3_000;

test("records marked bars of a take again, undoes that, and publishes the new version", async ({
  join,
  rapper,
  rapperPage: page,
}) => {
  test.slow();
  await noteMicrophones(page);
  const beat = await openBeat(page, await join("producer"));
  const dialog = await recordTake(page, 11);
  const room = page.getByRole("dialog", { name: "Record some bars again" });
  const takes = dialog
    .getByRole("region", { name: "Your takes on this beat" })
    .getByRole("button", { name: /^Take \d/ });

  await test.step("bars are marked by keyboard too, in either order", async () => {
    // On a busy machine the press on Stop comes late.
    const whole = Math.floor((await takeSeconds(dialog)) / BAR_SECONDS);
    await dialog
      .getByRole("button", { name: "Record some bars again" })
      .click();
    const bar = (number: number) =>
      room.getByRole("button", { name: `Bar ${number}`, exact: true });
    await expect(bar(4)).toBeVisible();
    await expect(bar(whole + 2)).toHaveCount(0);
    await expectAccessible(page);
    await bar(4).click();
    await page.keyboard.press("ArrowLeft");
    await expect(bar(3)).toBeFocused();
    await page.keyboard.press("Enter");
    for (const [number, isOn] of [false, false, true, true].entries())
      await expect(bar(number + 1)).toHaveAttribute("aria-pressed", `${isOn}`);
    await expect(room.getByText("Bars 3 to 4, 5 s")).toBeVisible();
  });

  await test.step("stopping before the marked bars changes nothing", async () => {
    const stopped = page.waitForFunction(stopWhileTakeLeadsIn);
    await room
      .getByRole("button", { name: "Record bars 3 to 4 again" })
      .click();
    expect(await (await stopped).jsonValue()).toEqual({ isRecording: true });
    await page.waitForFunction(areMicrophonesClosed, null, {
      timeout: LIGHT_OUT_MS,
    });
    await expect(
      room.getByText(/^Recording ended before the marked bars began/),
    ).toBeVisible();
  });

  await test.step("the take leads in, and the recording ends by itself", async () => {
    await room
      .getByRole("button", { name: "Record bars 3 to 4 again" })
      .click();
    await expect(room.getByText("Listen: your take leads in.")).toBeVisible();
    await expect(room.getByText(/^Recording bars 3 to 4/)).toBeVisible();
    await expectAccessible(page);
    await expect(room).toBeHidden();
    await expect(dialog.getByText("Bars 3 to 4 are new.")).toBeVisible();
    await expect(dialog.getByText(/^Your take is kept/)).toBeVisible();
    await expect(takes).toHaveCount(2);
    expect(await page.evaluate(areMicrophonesClosed)).toBe(true);
  });

  const [before, after] = await bothVoices(page);
  await test.step("only the samples of the marked bars have changed", async () => {
    const from = indexAt(before, 2 * BAR_SECONDS);
    const to = indexAt(before, 4 * BAR_SECONDS);
    expect(after.samples.length).toBe(before.samples.length);
    expect(differences(before, after, 0, from)).toBe(0);
    expect(differences(before, after, to, before.samples.length)).toBe(0);
    // The microphone plays words with pauses, longer ones on a busy machine.
    const inside = differences(before, after, from, to);
    expect(inside / sounding(before, after, from, to)).toBeGreaterThan(0.9);
    expect(inside / (to - from)).toBeGreaterThan(0.1);
  });

  await test.step("Undo brings the earlier take back and keeps the new one", async () => {
    await dialog.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText(/^Your earlier take is back/)).toBeVisible();
    await expect(takes.first()).toHaveAttribute("aria-current", "true");
    await expect(dialog.getByRole("button", { name: "Undo" })).toHaveCount(0);
    await takes.nth(1).click();
    await expect(dialog.getByText("Bars 3 to 4 are new.")).toBeVisible();
  });

  await test.step("the new version is still one after a reload", async () => {
    page.on("dialog", (question) => void question.accept());
    await page.reload();
    await page.getByRole("button", { name: "Recover take" }).click();
    await expect(dialog.getByText("Bars 3 to 4 are new.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Undo" })).toBeVisible();
  });

  await test.step("the published verse has the new voice in its place", async () => {
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden({ timeout: 90_000 });
    await expectSent(page);
    const [verse] = await versesOf(rapper, beat.id);
    if (!verse?.fileUrl) throw new Error("The verse has no file.");
    const { samples } = await decodeUrl(page, verse.fileUrl);
    const fromSeconds = after.lateSeconds + 2 * BAR_SECONDS + FADE_SECONDS;
    const isThere = (voice: StoredVoice) => {
      const { strength, offsetSamples } = findSound(samples, markedPart(voice));
      const offSeconds = offsetSamples / ANALYSIS_RATE - fromSeconds;
      return strength > 20 && Math.abs(offSeconds) < 0.03;
    };
    expect(isThere(after)).toBe(true);
    // The microphone starts with the same words each time, now one bar later.
    expect(isThere(before)).toBe(false);
  });
});

test("puts the new voice exactly where the earlier one was", async ({
  join,
  rapperPage: page,
}) => {
  test.slow();
  // The performer raps the same words on the same beats each time.
  await plugCable(page, { delaySeconds: 0.183 });
  await openBeat(page, await join("producer"));
  const dialog = await recordTake(page, 8);
  await dialog.getByRole("button", { name: "Record some bars again" }).click();
  const room = page.getByRole("dialog", { name: "Record some bars again" });
  await room.getByRole("button", { name: "Bar 2", exact: true }).click();
  await room.getByRole("button", { name: "Record bar 2 again" }).click();
  await expect(dialog.getByText("Bar 2 is new.")).toBeVisible({
    timeout: 90_000,
  });
  const [before, after] = await bothVoices(page);
  const part = ({ samples }: StoredVoice, from: number, to: number) =>
    Float32Array.from(
      samples.subarray(indexAt(before, from), indexAt(before, to)),
    );
  const from = BAR_SECONDS + 0.05;
  const to = 2 * BAR_SECONDS - 0.05;
  const sung = part(after, from, to);
  const nearby = part(before, from - REACH_SECONDS, to + REACH_SECONDS);
  const place = findSound(nearby, sung);
  const offMs =
    1000 * (place.offsetSamples / before.sampleRate - REACH_SECONDS);
  const description = `off by ${offMs.toFixed(2)} ms, strength ${place.strength.toFixed(0)}`;
  test.info().annotations.push({ type: "measured", description });
  expect(place.strength).toBeGreaterThan(20);
  expect(Math.abs(offMs)).toBeLessThan(EXACT_MS);
});

test("a full device keeps the earlier take, and says that it could not keep the new bars", async ({
  join,
  rapperPage: page,
}) => {
  test.slow();
  await openBeat(page, await join("producer"));
  const dialog = await recordTake(page, 6);
  await expect(dialog.getByText(/^Your take is kept/)).toBeVisible();
  await fillDevice(page);
  await dialog.getByRole("button", { name: "Record some bars again" }).click();
  const room = page.getByRole("dialog", { name: "Record some bars again" });
  await room.getByRole("button", { name: "Bar 2", exact: true }).click();
  await room.getByRole("button", { name: "Record bar 2 again" }).click();
  await expect(dialog.getByText("Bar 2 is new.")).toBeVisible({
    timeout: 90_000,
  });
  await expect(
    dialog.getByText(/^This device could not keep your take\./),
  ).toBeVisible();

  page.on("dialog", (question) => void question.accept());
  await page.reload();
  await page.getByRole("button", { name: "Recover take" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(dialog.getByText(/^Your take is kept/)).toBeVisible();
  await expect(dialog.getByText("Bar 2 is new.")).toHaveCount(0);
});

test("bars that were being recorded when the page closed are joined afterwards", async ({
  join,
  rapperPage: page,
}) => {
  test.slow();
  await openBeat(page, await join("producer"));
  const dialog = await recordTake(page, 11);
  await dialog.getByRole("button", { name: "Record some bars again" }).click();
  const room = page.getByRole("dialog", { name: "Record some bars again" });
  await room.getByRole("button", { name: "Bar 2", exact: true }).click();
  await room.getByRole("button", { name: "Bar 4", exact: true }).click();
  page.on("dialog", (question) => void question.accept());
  const loaded = page.waitForEvent("load");
  await page.evaluate(reloadAt, "Bar 4");
  await room.getByRole("button", { name: "Record bars 2 to 4 again" }).click();
  await loaded;

  await page.getByRole("button", { name: "Recover take" }).click();
  const waiting = dialog.getByText(
    "Bars 2 to 4 were recorded again, but not joined yet.",
  );
  await expect(waiting).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Join" }).click();
  await expect(dialog.getByText(/^Bars 2 to [34] are new\.$/)).toBeVisible();
  await expect(dialog.getByText(/^Your take is kept/)).toBeVisible();
  await expect(waiting).toBeHidden();
  const [before, after] = await bothVoices(page);
  const from = indexAt(before, BAR_SECONDS);
  const to = indexAt(before, 2 * BAR_SECONDS);
  expect(differences(before, after, 0, from)).toBe(0);
  // The microphone plays words with pauses, and both bars have some.
  const inside = differences(before, after, from, to) / (to - from);
  expect(inside).toBeGreaterThan(0.2);
});

test("is offered only for a beat whose bars are known", async ({
  rapperPage: page,
  beat,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 3);
  await expect(
    dialog.getByRole("button", { name: "Play preview" }),
  ).toBeVisible();
  await expect(
    dialog.getByRole("button", { name: "Record some bars again" }),
  ).toHaveCount(0);
});

/**
 * Makes the page fail to store anything, until it is loaded again. A quota that
 * shrinks after the first take would not do: Chromium looks at it only now and
 * then.
 */
async function fillDevice(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fail = () => {
      throw new DOMException("No room.", "QuotaExceededError");
    };
    IDBObjectStore.prototype.put = fail;
    IDBObjectStore.prototype.add = fail;
  });
}

/**
 * Presses Stop while the take leads in. Runs in the page: the lead-in is over after 2.5 s, so on a
 * busy machine a click from outside can come too late.
 */
function stopWhileTakeLeadsIn(): { isRecording: boolean } | null {
  const withText = (selector: string, text: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      ({ textContent }) => textContent === text,
    );
  const stop = withText("button", "Stop here");
  if (!stop || !withText("[role=status]", "Listen: your take leads in."))
    return null;
  const { openedTracks } = window as unknown as {
    openedTracks: MediaStreamTrack[]; // set by `noteMicrophones`
  };
  const isRecording = openedTracks.some(
    ({ readyState }) => readyState === "live",
  );
  stop.click();
  return { isRecording };
}

/**
 * Loads the page anew a second after it shows this bar. Runs in the page: the bar is over after
 * 2.5 s, so on a busy machine a reload from outside can come too late.
 */
function reloadAt(bar: string): void {
  const timer = setInterval(() => {
    const figures = document.querySelectorAll(
      "[role=dialog] span[aria-hidden]",
    );
    if (![...figures].some(({ textContent }) => textContent === bar)) return;
    clearInterval(timer);
    setTimeout(() => location.reload(), 1_000);
  }, 20);
}

/** Length of the finished take. */
async function takeSeconds(dialog: Locator): Promise<number> {
  const counter = dialog.getByText(/^\d+:\d\d\/\d+:\d\d$/);
  const [, minutes, seconds] =
    /\/(\d+):(\d\d)/.exec(await counter.innerText()) ?? [];
  return 60 * Number(minutes) + Number(seconds);
}

/** Opens the page of a new beat whose bars are known. */
async function openBeat(page: Page, producer: Person) {
  const beat = await makeBeat(producer, { file: BEAT_FILE });
  await setFirstBar(producer, beat.id, 0);
  await page.goto(`/beats/${beat.id}`);
  return beat;
}

/**
 * Returns the voice of the take and that of its new version. The new voice is stored piece by
 * piece, so this waits until both are equally long.
 */
async function bothVoices(page: Page): Promise<[StoredVoice, StoredVoice]> {
  await expect
    .poll(async () => {
      const [before, after] = await storedVoices(page);
      return after && after.samples.length === before?.samples.length;
    })
    .toBe(true);
  const [before, after] = await storedVoices(page);
  if (!before || !after) throw new Error("There are no two voices.");
  return [before, after];
}

/** Returns the index of the sample with the voice at a position of the beat. */
function indexAt(
  { beatStart, sampleRate, lateSeconds }: StoredVoice,
  seconds: number,
): number {
  return beatStart + Math.round((seconds + lateSeconds) * sampleRate);
}

/** Counts the samples in which two voices differ. */
function differences(
  { samples: one }: StoredVoice,
  { samples: other }: StoredVoice,
  from: number,
  to: number,
): number {
  return countFrom(from, to, (at) => one[at] !== other[at]);
}

/** Counts the samples in which at least one of two voices is not silent. */
function sounding(
  { samples: one }: StoredVoice,
  { samples: other }: StoredVoice,
  from: number,
  to: number,
): number {
  return countFrom(from, to, (at) => one[at] !== 0 || other[at] !== 0);
}

function countFrom(
  from: number,
  to: number,
  counts: (at: number) => boolean,
): number {
  let count = 0;
  for (let at = from; at < to; at++) if (counts(at)) count += 1;
  return count;
}

/** Bars 3 and 4 without their fades, at the rate of the analysis. */
function markedPart(voice: StoredVoice): Float32Array {
  const step = voice.sampleRate / ANALYSIS_RATE;
  const from = indexAt(voice, 2 * BAR_SECONDS + FADE_SECONDS);
  const to = indexAt(voice, 4 * BAR_SECONDS - FADE_SECONDS);
  return Float32Array.from(
    { length: Math.floor((to - from) / step) },
    (_, index) => {
      const at = from + Math.round(index * step);
      return (voice.samples[at] ?? 0) / 2 ** 15;
    },
  );
}
