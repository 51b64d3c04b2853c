import { expect, onTestFinished, test, vi } from "vitest";
import type { FrameBlock } from "../../signal/frameBlock";
import { SampleCapture } from "./sampleCapture";
import type { OnSamples } from "./voiceInput";

const RATE = 48_000;

/**
 * A capture from a context whose clock is at `currentTime`, and the blocks that it has handed on.
 */
function capture(currentTime: number) {
  const blocks: FrameBlock[] = [];
  const listeners = new Set<OnSamples>();
  const listen = (onSamples: OnSamples) => {
    listeners.add(onSamples);
    return () => listeners.delete(onSamples);
  };
  const clock = { currentTime, sampleRate: RATE };
  const taken = new SampleCapture(clock, listen, (block) => blocks.push(block));
  const send = (startFrame: number, length: number) => {
    const samples = Float32Array.from(
      { length },
      (_, index) => startFrame + index,
    );
    for (const tell of listeners) tell({ startFrame, samples });
  };
  return { taken, send, blocks };
}

const framesOf = (blocks: readonly FrameBlock[]) =>
  blocks.flatMap(({ samples }) => [...samples]);
const upTo = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, index) => from + index);

test("hands on every sample in larger blocks, until the moment of the stop", async () => {
  const { taken, send, blocks } = capture(0.5);
  for (let frame = 1_000; frame < 30_000; frame += 1_440) send(frame, 1_440);
  await taken.stop();
  expect(blocks.map(({ startFrame }) => startFrame)).toEqual([1_000, 18_280]);
  expect(framesOf(blocks)).toEqual(upTo(1_000, 24_000));
});

test("waits for what a busy page hands over late", async () => {
  const { taken, send, blocks } = capture(1);
  send(0, 20_000);
  const stopped = taken.stop();
  await vi.waitFor(() => expect(blocks).toHaveLength(1));
  send(20_000, 40_000);
  await stopped;
  expect(framesOf(blocks)).toEqual(upTo(0, 60_000));
});

test("waits for what lies in the queue of a page that stood still", async () => {
  const now = vi.spyOn(performance, "now");
  onTestFinished(() => now.mockRestore());
  const { taken, send, blocks } = capture(1);
  send(0, 20_000);
  const stopped = taken.stop();
  now.mockReturnValue(performance.now() + 60_000);
  setTimeout(() => send(20_000, 40_000), 40);
  await stopped;
  expect(framesOf(blocks)).toEqual(upTo(0, 60_000));
});

test("gives up on a microphone that sends nothing more", async () => {
  const { taken, send, blocks } = capture(2);
  send(0, 480);
  await taken.stop();
  send(480, 480);
  expect(framesOf(blocks)).toEqual(upTo(0, 480));
});
