import { expect, test, vi } from "vitest";
import { MixDeck } from "./mixDeck";
import { AS_RECORDED } from "./mixPlan";
import type { MixPreview, PreviewState } from "./mixPreview";

const later = { timingMs: 100, voice: 1 };

/** Makes a deck whose mixer opens or fails when the test says so. */
function setUp() {
  let open: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let change: (state: PreviewState) => void = () => undefined;
  const preview = { play: vi.fn(), setMix: vi.fn(), dispose: vi.fn() };
  const releaseBlock = vi.fn();
  const onFailure = vi.fn();
  const context = {
    resume: vi.fn(async () => undefined),
    close: vi.fn(async () => undefined),
  };
  const openContext = vi.fn(
    () => context as Partial<AudioContext> as AudioContext, // the only methods that a deck calls
  );
  const mixer = {
    preview: (_context: AudioContext, onChange: typeof change) => {
      change = onChange;
      return preview as Partial<MixPreview> as MixPreview; // the only methods that a deck calls
    },
  };
  const deck = new MixDeck({
    openMixer: () =>
      new Promise((resolve, reject) => {
        open = () => resolve(mixer);
        fail = reject;
      }),
    openContext,
    player: { block: () => releaseBlock },
    onFailure,
  });
  return {
    deck,
    preview,
    context,
    openContext,
    releaseBlock,
    onFailure,
    open: () => open(),
    fail: (error: unknown) => fail(error),
    change: (state: PreviewState) => change(state),
  };
}

test("plays the mix as it is once the sound is ready, and blocks the player", async () => {
  const world = setUp();
  let mix = AS_RECORDED;
  const playing = world.deck.play(() => mix, 1500);
  expect(world.deck.getState().status).toBe("loading");
  mix = later;
  world.open();
  await playing;
  expect(world.preview.play).toHaveBeenCalledWith(later, 1500);
  world.change({ isPlaying: true, elapsedMs: 1600 });
  expect(world.deck.getState()).toMatchObject({
    status: "playing",
    elapsedMs: 1600,
  });
  world.deck.setMix(AS_RECORDED);
  expect(world.preview.setMix).toHaveBeenCalledWith(AS_RECORDED);
  expect(world.releaseBlock).not.toHaveBeenCalled();
});

test("starts the sound within the tap, before the mixer has opened", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  expect(world.context.resume).toHaveBeenCalledTimes(1);
  world.open();
  await playing;
  expect(world.context.close).not.toHaveBeenCalled();
  world.deck.stop();
  expect(world.context.close).toHaveBeenCalledTimes(1);
});

test("goes on in the sound of the tap after it was halted, or unlocked for later", async () => {
  const world = setUp();
  const { deck } = world;
  deck.unlock();
  const first = deck.play(() => later, 0);
  world.open();
  await first;
  deck.halt();
  expect(deck.getState().status).toBe("still");
  expect(world.context.close).not.toHaveBeenCalled();
  const second = deck.play(() => later, 0);
  world.open();
  await second;
  expect(world.openContext).toHaveBeenCalledTimes(1);
  deck.stop();
  expect(world.context.close).toHaveBeenCalledTimes(1);
});

test("unblocks the player at the end", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  world.open();
  await playing;
  world.change({ isPlaying: false, elapsedMs: 0 });
  expect(world.deck.getState()).toMatchObject({ status: "still" });
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test("does not start if stopped while it opens", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  world.deck.stop();
  world.open();
  await playing;
  expect(world.preview.play).not.toHaveBeenCalled();
  expect(world.deck.getState().status).toBe("still");
  expect(world.context.close).toHaveBeenCalledTimes(1);
});

test("reports a mixer that cannot be opened and unblocks the player", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  world.fail(new Error("no beat"));
  await playing;
  expect(world.deck.getState()).toMatchObject({
    status: "still",
    isFailed: true,
  });
  expect(world.onFailure).toHaveBeenCalledTimes(1);
  expect(world.context.close).toHaveBeenCalledTimes(1);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});
