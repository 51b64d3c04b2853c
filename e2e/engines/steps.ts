/**
 * Steps that several engine tests share. They find elements by role and label
 * only.
 */
import { expect } from "@playwright/test";
import {
  BufferSource,
  EncodedPacketSink,
  ALL_FORMATS,
  Input,
} from "mediabunny";
import { decode, decodeFixture, fetchSound } from "../audio.ts";
import { PERFORMANCE } from "../plugCable.ts";
import { versesOf } from "../content.ts";
import type { Person } from "../people.ts";
import { CLEARLY_THERE, strengthIn } from "../signal.ts";
import type { Screen } from "./screen.ts";

export const dialog = { role: "dialog" } as const;

export function button(name: string | RegExp) {
  return { role: "button", name } as const;
}

export function inDialog(name: string | RegExp) {
  return { ...button(name), within: dialog } as const;
}

/**
 * On a beat page, opens the dialog and records for at least `seconds` (below
 * ten).
 */
export async function recordTake(
  screen: Screen,
  seconds: number,
): Promise<void> {
  await screen.click(button("Record verse"));
  await startTake(screen);
  await endTake(screen, seconds);
}

/** Presses the record key, and skips the check that new devices are offered. */
export async function startTake(screen: Screen): Promise<void> {
  await screen.click(inDialog("Start recording"));
  await screen.see(inDialog(/^(Skip|Stop recording)$/));
  const isOffered = (await screen.tab.count(inDialog("Skip"))) > 0;
  if (isOffered) await screen.click(inDialog("Skip"));
}

/**
 * Waits until the timer shows `seconds` (below ten) or later. A slow machine may
 * skip the exact second.
 */
export async function recordFor(
  screen: Screen,
  seconds: number,
): Promise<void> {
  const name = new RegExp(`^0:(0[${seconds}-9]|[1-5][0-9]) of`);
  await screen.see({ role: "timer", name });
}

/** Stops once the timer shows `seconds` or later. */
export async function endTake(screen: Screen, seconds: number): Promise<void> {
  await recordFor(screen, seconds);
  await screen.click(inDialog("Stop recording"));
  await screen.see({ text: "Your take is ready" });
}

export async function sendTake(screen: Screen): Promise<void> {
  await screen.click(inDialog("Upload Verse"));
  await screen.seeNo(dialog);
  await screen.see({ text: "Verse uploaded" });
}

/**
 * Expects the newest verse on the beat, as stored on the server, to contain
 * both the rapper and the beat.
 */
export async function expectMixOf(
  screen: Screen,
  person: Person,
  beatId: string,
  beatFile: string,
): Promise<void> {
  const [verse] = await versesOf(person, beatId);
  if (!verse?.fileUrl) throw new Error("The verse has no file.");
  const file = await fetchSound(verse.fileUrl);
  await expectRisingTimestamps(file);
  const { tab } = screen;
  const mix = await decode(tab, file);
  const offBy = Math.abs(mix.durationSeconds - verse.durationMs / 1000);
  expect(offBy).toBeLessThan(0.25);
  for (const name of [beatFile, PERFORMANCE]) {
    const { samples } = await decodeFixture(tab, name);
    const strength = strengthIn(mix.samples, samples);
    expect(strength, `${name} in the mix`).toBeGreaterThan(CLEARLY_THERE);
  }
}

/** Packets with equal timestamps make players stall or fail to seek. */
async function expectRisingTimestamps(file: Uint8Array): Promise<void> {
  using input = new Input({
    source: new BufferSource(file),
    formats: ALL_FORMATS,
  });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("The file has no sound.");
  let last = Number.NEGATIVE_INFINITY;
  for await (const { timestamp } of new EncodedPacketSink(track).packets()) {
    expect(timestamp).toBeGreaterThan(last);
    last = timestamp;
  }
}
