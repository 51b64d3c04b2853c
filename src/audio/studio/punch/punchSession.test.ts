// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { setUpPunch } from "../../../testing/punchWorld";
import { CaptureError } from "../../capture/takeProblem";
import { AS_RECORDED } from "../../mix/mixPlan";
import type { FinishedTake } from "../../store/finishedTake";
import { readStem, type Stem } from "../../store/stem";
import { METER_PERIOD_MS } from "../capturing/captureSession";
import { PunchSession } from "./punchSession";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type World = ReturnType<typeof setUpPunch>;

const BARS = { firstBar: 2, lastBar: 3 };
/** Two bars of two seconds, a lead-in of one bar, and the tail. */
const LENGTH_MS = 6_500;

async function begin(world: World, bars = BARS): Promise<void> {
  await world.session.prepare();
  await world.session.record(bars);
}

/** Lets the recording run until this time since playback started. */
async function playUntil({ running }: World, elapsedMs: number): Promise<void> {
  running.elapsedMs = elapsedMs;
  await vi.advanceTimersByTimeAsync(METER_PERIOD_MS + 1);
}

function shownTake({ recorder }: World): FinishedTake & { stem: Stem } {
  const take = recorder.show.mock.lastCall?.[0];
  if (!take?.stem) throw new Error("no version is shown");
  return { ...take, stem: take.stem };
}

const samplesOf = ({ stem }: { stem: Stem }, from: number, to: number) =>
  readStem(stem, 100_000 + from * 8_000, (to - from) * 8_000);

test("plays the take from one bar before, and records until the last marked bar", async () => {
  const world = setUpPunch();
  await begin(world);
  const passage = world.passage();
  expect(passage).toMatchObject({
    ...{ playFromMs: 0, beatFromMs: 0, lengthMs: LENGTH_MS },
    guide: { sampleRate: 8_000, gain: 2 },
  });
  expect(passage?.guide?.samples).toEqual(samplesOf(world.take, 0, 2));
  expect(world.session.getState()).toEqual({
    ...{ phase: "recording", count: 4, bar: 2 },
  });
  await playUntil(world, 1_600);
  expect(world.session.getState()).toMatchObject({ count: 1 });
  await playUntil(world, 4_100);
  expect(world.session.getState()).toMatchObject({ count: null, bar: 3 });
  expect(world.session.getMeter()).toMatchObject({ elapsedMs: 4_100 });
  expect(world.releaseBlock).not.toHaveBeenCalled();
  await playUntil(world, LENGTH_MS);
  expect(world.running.isStopped).toBe(true);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
  expect(world.session.getState()).toEqual({
    ...{ phase: "done", reason: null, isCutShort: false, isSwitched: false },
  });
});

test("makes a new take that sounds like the old one, and leaves the old one alone", async () => {
  const mix = { timingMs: 0, voice: 1.2, sound: "warm" } as const;
  const world = setUpPunch({}, mix);
  const before = samplesOf(world.take, 0, 12);
  await begin(world);
  await playUntil(world, LENGTH_MS);
  const version = shownTake(world);
  expect(version.id).toBe("new");
  expect(await version.file.text()).toBe("new");
  expect(samplesOf(version, 0, 2)).toEqual(samplesOf(world.take, 0, 2));
  expect(samplesOf(version, 3, 4)).not.toEqual(samplesOf(world.take, 3, 4));
  expect(samplesOf(version, 6, 12)).toEqual(samplesOf(world.take, 6, 12));
  expect(samplesOf(world.take, 0, 12)).toEqual(before);
  // The file holds the take as recorded; the mix is applied on top, as it was before.
  expect(world.mixer.render.mock.lastCall?.[1]).toEqual(AS_RECORDED);
  expect(world.recorder.setMix).toHaveBeenLastCalledWith(mix);
  expect(world.recorder.show).toHaveBeenLastCalledWith(version, true);
});

test("stores the version with its bars, and keeps the stem of the old take", async () => {
  const world = setUpPunch();
  await begin(world);
  await playUntil(world, LENGTH_MS);
  await vi.advanceTimersByTimeAsync(0);
  const version = { of: "old", ...BARS };
  expect(world.store.begin.mock.lastCall?.[0]).toMatchObject({
    ...{ id: "new", userId: "u1", beatId: "b1", version },
  });
  expect(world.shelf.add).toHaveBeenLastCalledWith(
    ...[shownTake(world), 1_000, true, version],
  );
  expect(world.stems.begin).toHaveBeenLastCalledWith(
    ...["new", world.take.stem.info, 1_000],
  );
  const blocks = shownTake(world).stem.blocks.length;
  expect(world.stems.append).toHaveBeenCalledTimes(blocks);
  expect(world.stems.remove).not.toHaveBeenCalled();
});

test("a version that does not fit stays in memory until there is room", async () => {
  const world = setUpPunch();
  world.store.begin.mockRejectedValueOnce(new Error("disk full"));
  world.store.begin.mockRejectedValueOnce(new Error("disk full"));
  await begin(world);
  await playUntil(world, LENGTH_MS);
  const version = shownTake(world);
  expect(world.recorder.show).toHaveBeenLastCalledWith(version, false);
  expect(world.shelf.add.mock.lastCall?.[2]).toBe(false);
  await world.parts.unsaved.storeRest("another");
  expect(world.shelf.setKept).toHaveBeenLastCalledWith("new", true);
  expect(world.recorder.show).toHaveBeenLastCalledWith(version, true);
});

test("does not wait forever for a device that does not answer", async () => {
  const world = setUpPunch();
  world.store.measure.mockImplementation(() => new Promise(() => undefined));
  await begin(world);
  await playUntil(world, LENGTH_MS);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(world.session.getState().phase).toBe("done");
  expect(world.recorder.show.mock.lastCall?.[1]).toBe(false);
});

test("a stop within the marked bars keeps what was recorded up to there", async () => {
  const world = setUpPunch();
  world.recorded.changes = { seconds: 3 };
  await begin(world);
  await playUntil(world, 3_000);
  await world.session.stop();
  const version = shownTake(world);
  expect(samplesOf(version, 2.25, 2.75)).not.toEqual(
    samplesOf(world.take, 2.25, 2.75),
  );
  expect(samplesOf(version, 3, 12)).toEqual(samplesOf(world.take, 3, 12));
  expect(world.shelf.add.mock.lastCall?.[3]).toEqual({
    ...{ of: "old", firstBar: 2, lastBar: 2 },
  });
  expect(world.session.getState()).toEqual({
    ...{ phase: "done", reason: null, isCutShort: true, isSwitched: false },
  });
});

test.each([
  ["microphone", (world: World) => world.interrupt()],
  ["frozen", () => document.dispatchEvent(new Event("freeze"))],
])("what ends it early is said: %s", async (reason, end) => {
  const world = setUpPunch();
  world.recorded.changes = { seconds: 3 };
  await begin(world);
  await playUntil(world, 3_000);
  end(world);
  await vi.advanceTimersByTimeAsync(0);
  expect(world.session.getState()).toEqual({
    ...{ phase: "done", reason, isCutShort: true, isSwitched: false },
  });
});

test("tells if the system went on with another microphone", async () => {
  const world = setUpPunch();
  await begin(world);
  world.switchMicrophone();
  await playUntil(world, LENGTH_MS);
  expect(world.session.getState()).toMatchObject({ isSwitched: true });
});

test("a stop during the lead-in changes nothing, and allows another try", async () => {
  const world = setUpPunch();
  world.recorded.changes = { seconds: 1 };
  await begin(world);
  await world.session.stop();
  expect(world.session.getState()).toEqual({
    ...{ phase: "choosing", problem: "nothing" },
  });
  expect(world.recorder.show).not.toHaveBeenCalled();
  expect(world.store.begin).not.toHaveBeenCalled();
  world.recorded.changes = {};
  await world.session.record(BARS);
  await playUntil(world, LENGTH_MS);
  expect(world.session.getState().phase).toBe("done");
});

test("says so if the new voice was not recorded separately", async () => {
  const world = setUpPunch();
  world.recorded.hasStem = false;
  await begin(world);
  await playUntil(world, LENGTH_MS);
  expect(world.session.getState()).toMatchObject({ problem: "voice" });
  expect(world.recorder.show).not.toHaveBeenCalled();
});

test("a new voice that could not be joined is kept for another try", async () => {
  const world = setUpPunch();
  world.mixer.render.mockRejectedValueOnce(new Error("no memory"));
  await begin(world);
  await playUntil(world, LENGTH_MS);
  expect(world.session.getState()).toMatchObject({ problem: "join" });
  await world.session.join();
  expect(world.session.getState()).toMatchObject({ phase: "done" });
  expect(world.engine.start).toHaveBeenCalledTimes(1);
});

test.each([
  ["microphone", new CaptureError({ kind: "microphone" }, null)],
  ["beat", new CaptureError({ kind: "beat" }, null)],
  ["recorder", new CaptureError({ kind: "empty" }, null)],
  ["recorder", new Error("anything")],
])("says why recording could not start: %s", async (problem, error) => {
  const world = setUpPunch();
  world.engine.start.mockRejectedValueOnce(error);
  await begin(world);
  expect(world.session.getState()).toEqual({ phase: "choosing", problem });
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
});

test("a beat that does not load can be tried again", async () => {
  const world = setUpPunch();
  world.recorder.openMixer.mockRejectedValueOnce(new Error("offline"));
  await world.session.prepare();
  expect(world.session.getState()).toMatchObject({ problem: "beat" });
  expect(world.session.getBars()).toEqual([]);
  await world.session.prepare();
  expect(world.session.getBars().map(({ bar }) => bar)).toEqual([
    ...[1, 2, 3, 4, 5, 6],
  ]);
});

test.each([
  { firstBar: 3, lastBar: 2 },
  { firstBar: 0, lastBar: 1 },
  { firstBar: 6, lastBar: 7 },
])("does not open the microphone for bars %j", async (bars) => {
  const world = setUpPunch();
  await begin(world, bars);
  expect(world.engine.start).not.toHaveBeenCalled();
});

test("records once, however often the key is pressed", async () => {
  const world = setUpPunch();
  await world.session.prepare();
  await Promise.all([world.session.record(BARS), world.session.record(BARS)]);
  await world.session.record(BARS);
  expect(world.engine.start).toHaveBeenCalledTimes(1);
});

test("closing ends the recording without a new take", async () => {
  const world = setUpPunch();
  await begin(world);
  world.session.close();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(world.running.isStopped).toBe(true);
  expect(world.releaseBlock).toHaveBeenCalledTimes(1);
  expect(world.recorder.show).not.toHaveBeenCalled();
});

test("closing while the microphone opens closes it", async () => {
  const world = setUpPunch();
  await world.session.prepare();
  const recording = world.session.record(BARS);
  world.session.close();
  await recording;
  expect(world.running.isStopped).toBe(true);
  expect(world.recorder.show).not.toHaveBeenCalled();
});

/** Records the bars until the page closes after `seconds`. */
async function recordUntilPageCloses(world: World, seconds: number) {
  await begin(world);
  await playUntil(world, seconds * 1_000);
  world.recorded.changes = { seconds };
  world.streamVoice();
  await vi.advanceTimersByTimeAsync(0);
  world.session.close();
}

function reopened({ parts, punched }: World): PunchSession {
  return new PunchSession(parts, { ...punched, hasNewBars: true });
}

test("joins the bars of a page that closed while they were recorded", async () => {
  const world = setUpPunch();
  await recordUntilPageCloses(world, 3);
  expect(world.recorder.show).not.toHaveBeenCalled();
  const session = reopened(world);
  await session.prepare();
  const version = shownTake(world);
  expect(samplesOf(version, 0, 2)).toEqual(samplesOf(world.take, 0, 2));
  expect(samplesOf(version, 2.25, 2.75)).not.toEqual(
    samplesOf(world.take, 2.25, 2.75),
  );
  expect(samplesOf(version, 3, 12)).toEqual(samplesOf(world.take, 3, 12));
  expect(session.getState()).toEqual({
    ...{ phase: "done", reason: "closed", isCutShort: true, isSwitched: false },
  });
  expect(await world.newBars.load("old")).toBeNull();
});

test("keeps new bars until the version that has them is stored", async () => {
  const world = setUpPunch();
  await recordUntilPageCloses(world, 3);
  world.store.begin.mockRejectedValueOnce(new Error("disk full"));
  world.store.begin.mockRejectedValueOnce(new Error("disk full"));
  await reopened(world).prepare();
  expect(world.recorder.show.mock.lastCall?.[1]).toBe(false);
  expect(await world.newBars.load("old")).not.toBeNull();
  await world.parts.unsaved.storeRest("another");
  expect(await world.newBars.load("old")).toBeNull();
});

test("keeps new bars that could not be joined, and joins them on the next try", async () => {
  const world = setUpPunch();
  await recordUntilPageCloses(world, 3);
  world.mixer.render.mockRejectedValueOnce(new Error("no memory"));
  const session = reopened(world);
  await session.prepare();
  expect(session.getState()).toMatchObject({ problem: "join" });
  expect(await world.newBars.load("old")).not.toBeNull();
  await session.join();
  expect(session.getState()).toMatchObject({ phase: "done" });
});

test("forgets a recording that ended before the marked bars", async () => {
  const world = setUpPunch();
  await recordUntilPageCloses(world, 1);
  const session = reopened(world);
  await session.prepare();
  expect(session.getState()).toMatchObject({ problem: "nothing" });
  expect(await world.newBars.load("old")).toBeNull();
});

test("lets bars be chosen if the new ones are gone", async () => {
  const world = setUpPunch();
  const session = reopened(world);
  await session.prepare();
  expect(session.getState()).toEqual({ phase: "choosing", problem: null });
});

test("a second try replaces the stored bars of the first", async () => {
  const world = setUpPunch();
  await recordUntilPageCloses(world, 3);
  const first = await world.newBars.load("old");
  const session = new PunchSession(world.parts, world.punched);
  await session.prepare();
  await session.record({ firstBar: 4, lastBar: 4 });
  world.streamVoice();
  await vi.advanceTimersByTimeAsync(0);
  session.close();
  const kept = await world.newBars.load("old");
  expect(kept?.info.plan.firstBar).toBe(4);
  expect(kept?.blocks).toHaveLength(first?.blocks.length ?? 0);
});
