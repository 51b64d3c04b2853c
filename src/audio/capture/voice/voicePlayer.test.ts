import { expect, test, vi } from "vitest";
import { Placement } from "./placement";
import "./voicePlayer.worklet";

interface Player {
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}

/** What a worklet's code finds there. */
const worklet = vi.hoisted(() => {
  const found: { Player?: new () => Player; ticks: number } = { ticks: 0 };
  const port = { postMessage: () => (found.ticks += 1) };
  Object.assign(globalThis, {
    currentFrame: 0,
    AudioWorkletProcessor: class {
      readonly port = port;
    },
    registerProcessor: (_: string, Player: new () => Player) =>
      (found.Player = Player),
  });
  return found;
});

const BLOCK = 128;
const SETTLE_MS = 600;
/** From the end of a round until the page can look at the clock. */
const HOP_MS = 0.3;

interface Output {
  readonly contextRate: number;
  readonly deviceRate: number;
  /** What the device asks for at once, in its own frames. */
  readonly deviceFrames: number;
}

/** Blocks that the context has rendered when the device has asked so many times. */
function blocksAfter(rounds: number, output: Output): number {
  const { contextRate, deviceRate, deviceFrames } = output;
  const deviceBlocks = Math.ceil((rounds * deviceFrames) / BLOCK);
  if (contextRate === deviceRate) return deviceBlocks;
  // Between two rates stands a resampler, which asks the context for whole blocks too.
  return Math.ceil((deviceBlocks * contextRate) / deviceRate);
}

/** Where a microphone that opens at this time is placed on the context's clock, in ms behind the truth. */
function placedLateMs(openedAtMs: number, output: Output): number {
  const { contextRate, deviceRate, deviceFrames } = output;
  const roundMs = (1000 * deviceFrames) / deviceRate;
  const Player = worklet.Player;
  if (!Player) throw new Error("the worklet has registered nothing");
  const player = new Player();
  const placement = new Placement();
  const contextMsAt = (nowMs: number) =>
    (1000 * BLOCK * blocksAfter(Math.floor(nowMs / roundMs) + 1, output)) /
    contextRate;
  const note = (nowMs: number, receivedMs: number | null) =>
    placement.note({ nowMs, contextMs: contextMsAt(nowMs), receivedMs });
  let round = Math.ceil(openedAtMs / roundMs);
  let part = 1;
  while (round * roundMs < openedAtMs + SETTLE_MS) {
    const roundAtMs = round * roundMs;
    for (; openedAtMs + 10 * part < roundAtMs; part += 1)
      note(openedAtMs + 10 * part, 10 * part);
    const blocks = blocksAfter(round + 1, output) - blocksAfter(round, output);
    worklet.ticks = 0;
    for (let block = 0; block < blocks; block += 1)
      player.process([], [[new Float32Array(BLOCK)]]);
    if (worklet.ticks > 0) note(roundAtMs + HOP_MS, null);
    round += 1;
  }
  expect(placement.settle()).toBe(true);
  return (placement.startMs ?? Number.NaN) - openedAtMs;
}

test.each([
  { contextRate: 48_000, deviceRate: 48_000, deviceFrames: 480 },
  { contextRate: 44_100, deviceRate: 44_100, deviceFrames: 441 },
  { contextRate: 44_100, deviceRate: 48_000, deviceFrames: 480 },
  { contextRate: 48_000, deviceRate: 44_100, deviceFrames: 441 },
  { contextRate: 48_000, deviceRate: 16_000, deviceFrames: 160 },
  { contextRate: 48_000, deviceRate: 44_100, deviceFrames: 1_024 },
])("places a voice alike whenever its microphone opens: %j", (output) => {
  const places = Array.from({ length: 60 }, (_, index) =>
    placedLateMs(5_000 + index * 1_373.7, output),
  );
  const spread = Math.max(...places) - Math.min(...places);
  expect(spread).toBeLessThan(1);
});
