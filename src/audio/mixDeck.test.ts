import { expect, test, vi } from "vitest";
import { MixDeck } from "./mixDeck";
import { AS_RECORDED } from "./mixPlan";
import type { MixPreview, PreviewState } from "./mixPreview";

const later = { timingMs: 100, voice: 1 };

/** A mixer that opens when the test says so. */
function setUp() {
  let open: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let change: (state: PreviewState) => void = () => undefined;
  const preview = { play: vi.fn(), setMix: vi.fn(), dispose: vi.fn() };
  const releaseBlock = vi.fn();
  const onFailure = vi.fn();
  const mixer = {
    preview: (onChange: typeof change) => {
      change = onChange;
      return preview as Partial<MixPreview> as MixPreview; // all that a deck calls
    },
  };
  const deck = new MixDeck({
    openMixer: () =>
      new Promise((resolve, reject) => {
        open = () => resolve(mixer);
        fail = reject;
      }),
    player: { block: () => releaseBlock },
    onFailure,
  });
  return {
    deck,
    preview,
    releaseBlock,
    onFailure,
    open: () => open(),
    fail: (error: unknown) => fail(error),
    change: (state: PreviewState) => change(state),
  };
}

test("it plays the mix as it is when the sound is ready, and nothing else meanwhile", async () => {
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

test("at its end it gives the player back", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  world.open();
  await playing;
  world.change({ isPlaying: false, elapsedMs: 0 });
  expect(world.deck.getState()).toMatchObject({ status: "still" });
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test("stopped while it opens, it does not begin", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  world.deck.stop();
  world.open();
  await playing;
  expect(world.preview.play).not.toHaveBeenCalled();
  expect(world.deck.getState().status).toBe("still");
});

test("what cannot be opened is told", async () => {
  const world = setUp();
  const playing = world.deck.play(() => later, 0);
  world.fail(new Error("no beat"));
  await playing;
  expect(world.deck.getState()).toMatchObject({
    status: "still",
    isFailed: true,
  });
  expect(world.onFailure).toHaveBeenCalledTimes(1);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});
