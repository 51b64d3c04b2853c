import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RoomPlayer, type RoomScore, type ScoreVerse } from "./roomPlayer";
import type { Start } from "./sounding";

/** A sound that was started, and how it ended. Times are in seconds on the context's clock. */
interface Heard extends Pick<Start, "at" | "offset" | "fadeSeconds"> {
  readonly url: string;
  end: { at: number; fadeSeconds: number } | null;
}

class FakeStill {
  connect = () => undefined;
  start = () => stills.push(this);
  disconnect = () => undefined;
}
/** The silent sounds that keep the output in use. */
const stills: FakeStill[] = [];

/** How far the server's clock is ahead of the page's, in ms. */
const AHEAD = 1_000_000;
const LATENCY = 0.05;

beforeEach(() => {
  vi.useFakeTimers();
  class FakeGain {
    readonly context;
    readonly gain = { setTargetAtTime: () => undefined };
    constructor(context: unknown) {
      this.context = context;
    }
    connect<Node>(node: Node): Node {
      return node;
    }
  }
  vi.stubGlobal("GainNode", FakeGain);
  vi.stubGlobal("ConstantSourceNode", FakeStill);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * Makes a room in which the clocks of the page, the sound and the server run with the fake timers.
 */
function makeRoom() {
  const openedAt = Date.now();
  const passed = () => Date.now() - openedAt;
  const heard: Heard[] = [];
  const off = { serverMs: 0, soundMs: 0 };
  const page = Object.assign(new EventTarget(), { hidden: false });
  /** The results of the next downloads; without one, a download succeeds. */
  const downloads: (() => Promise<never>)[] = [];
  const loads: { url: string; signal: AbortSignal }[] = [];
  const broken: (() => void)[] = [];
  const context = {
    ...{ state: "running", destination: {}, outputLatency: LATENCY },
    close: async () => undefined,
    resume: vi.fn<() => Promise<void>>(async () => undefined),
    get currentTime() {
      return (passed() + off.soundMs) / 1000;
    },
  };
  const player = new RoomPlayer({
    context: context as never, // all that the player uses
    serverNow: () => passed() + AHEAD + off.serverMs,
    page,
    load: async ({ url }, signal) => {
      loads.push({ url, signal });
      await downloads.shift()?.();
      return {
        decoded: {
          buffer: {} as never, // the player does not read it
          loop: { startSeconds: 0, lengthSeconds: 8 },
        },
        start: ({ at, offset, fadeSeconds, onBroken }) => {
          const one: Heard = { url, at, offset, fadeSeconds, end: null };
          heard.push(one);
          broken.push(onBroken);
          return {
            endAt: (endsAt, fade) => {
              one.end = { at: endsAt, fadeSeconds: fade };
            },
          };
        },
      };
    },
  });
  const sound = { context, off, page, broken };
  return { player, heard, loads, downloads, ...sound };
}

/** At 120 BPM a bar lasts two seconds. Bar 1 starts with the page. */
const rides: RoomScore = {
  ride: { at: AHEAD, bar: 1 },
  beat: {
    ...{ url: "/beat", durationMs: 8_000, level: 1 },
    rhythm: { bpm: 120, loopMs: 8_000 },
  },
  verses: [],
};

/** Starts at ten seconds and lasts four and a half bars. */
const verse: ScoreVerse = {
  ...{ id: "v", url: "/verse", durationMs: 9_000, level: 1, rhythm: null },
  ...{ startsAt: AHEAD + 10_000, atMs: 0, isHidden: false },
};

const drops: RoomScore = {
  ...{ ...rides, ride: { at: AHEAD + 18_000, bar: 1 }, verses: [verse] },
};

/** The room after that verse is over, with a ride that starts after `seconds`. */
const next = (seconds: number): RoomScore => ({
  ...rides,
  ride: { at: AHEAD + 1000 * seconds + 8_000, bar: 1 },
  verses: [
    verse,
    { ...verse, id: "w", url: "/next", startsAt: AHEAD + 1000 * seconds },
  ],
});

const passTime = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("a verse is heard on its bar: so much before it as the output is late, and the beat ends there", async () => {
  const { player, heard } = makeRoom();
  player.setScore(rides);
  await passTime(3_000);
  const [beat] = heard;
  // What is played now is heard a little later.
  expect(beat?.offset).toBeCloseTo((beat?.at ?? 0) + LATENCY, 6);
  player.setScore(drops);
  await passTime(4_000);
  const [, verse] = heard;
  expect(verse).toMatchObject({ url: "/verse", offset: 0, fadeSeconds: 0.01 });
  expect(verse?.at).toBeCloseTo(10 - LATENCY, 6);
  expect(beat?.end?.at).toBeCloseTo(10 - LATENCY, 6);
  expect(player.getState().heard).toBe("beat");
  await passTime(5_000);
  expect(player.getState().heard).toBe("v");
  await passTime(5_000);
  const after = heard[2];
  expect(heard).toHaveLength(3);
  expect(after?.url).toBe("/beat");
  expect(after?.at).toBeCloseTo(19 - LATENCY, 6);
  expect(after?.offset).toBeCloseTo(1, 6); // one second after bar 1 starts
  await passTime(60_000);
  expect(heard).toHaveLength(3);
});

test("a verse comes to its end, also if the next one is sent before", async () => {
  const { player, heard } = makeRoom();
  player.setScore(rides);
  await passTime(3_000);
  player.setScore(drops);
  await passTime(9_000);
  player.setScore(next(20));
  await passTime(6_500);
  expect(heard[1]?.end?.at).toBeCloseTo(19 - LATENCY, 6);
  await passTime(3_000);
  const urls = heard.map(({ url }) => url);
  expect(urls).toEqual(["/beat", "/verse", "/beat", "/next"]);
  expect(heard[2]?.offset).toBeCloseTo(1, 6);
  expect(heard[3]?.at).toBeCloseTo(20 - LATENCY, 6);
});

test("a verse that waited drops where the bars before it end, with no hole", async () => {
  const { player, heard } = makeRoom();
  player.setScore(drops);
  await passTime(12_000);
  player.setScore(next(18));
  await passTime(8_000);
  const [first, second] = heard.filter(({ url }) => url !== "/beat");
  expect(first?.end).toEqual({ at: 18 - LATENCY, fadeSeconds: 0.01 });
  expect(second).toMatchObject({ url: "/next", offset: 0 });
  expect(second?.at).toBeCloseTo(18 - LATENCY, 6);
});

test("a verse is heard no more once it is removed or hidden, also while the next one waits", async () => {
  for (const verses of [
    next(18).verses.slice(1),
    next(18).verses.map((one) => ({ ...one, isHidden: one.id === "v" })),
  ]) {
    const { player, heard } = makeRoom();
    player.setScore(drops);
    await passTime(12_000);
    player.setScore(next(18));
    await passTime(1_000);
    player.setScore({ ...next(18), verses });
    await passTime(100);
    const first = heard.find(({ url }) => url === "/verse");
    expect(first?.end).toEqual({ at: 13, fadeSeconds: 0.2 });
    await passTime(3_000);
    expect(heard.at(-1)?.url).toBe("/next");
    expect(heard.at(-1)?.at).toBeCloseTo(18 - LATENCY, 6);
    player.dispose();
  }
});

test("whoever comes during a verse hears it from there, softly", async () => {
  const { player, heard } = makeRoom();
  await passTime(12_000);
  player.setScore(drops);
  await passTime(500);
  const verse = heard.at(-1); // until the verse was loaded, the beat played in its place
  expect(verse).toMatchObject({ url: "/verse", fadeSeconds: 0.2 });
  expect(verse?.offset).toBeCloseTo((verse?.at ?? 0) + LATENCY - 10, 6);
});

test("a verse that is removed while it plays gives way to the beat in 200 ms", async () => {
  const { player, heard } = makeRoom();
  player.setScore(rides);
  await passTime(3_000);
  player.setScore(drops);
  await passTime(10_000);
  player.setScore({ ...drops, verses: [] });
  await passTime(1_000);
  const [, verse, ...later] = heard;
  expect(verse?.end).toEqual({ at: 13, fadeSeconds: 0.2 });
  const beat = later.at(-1);
  expect(beat).toMatchObject({ url: "/beat", fadeSeconds: 0.2 });
  expect(beat?.at).toBeCloseTo(13.03, 6);
  expect(beat?.offset).toBeCloseTo(3 + 0.03 + LATENCY, 6);
});

test("nothing sounds while the recorder is open, and then it goes on where the room is", async () => {
  const { player, heard } = makeRoom();
  player.setScore(rides);
  await passTime(1_000);
  player.setSilent(true);
  expect(heard[0]?.end?.at).toBe(1);
  await passTime(2_500);
  expect(heard).toHaveLength(1);
  expect(player.getState().heard).toBeNull();
  player.setSilent(false);
  await passTime(1);
  expect(heard[1]?.offset).toBeCloseTo(3.53 + LATENCY, 6);
});

test("a clock that is corrected moves no verse, but the next one", async () => {
  const { player, heard, off } = makeRoom();
  player.setScore(rides);
  await passTime(3_000);
  player.setScore(drops);
  await passTime(8_000);
  const before = heard.length;
  off.serverMs = 200;
  await passTime(3_000);
  expect(heard).toHaveLength(before);
  expect(heard[1]?.at).toBeCloseTo(10 - LATENCY, 6);
  await passTime(6_000);
  // A shift of less than 300 ms does not move the ride after the verse.
  expect(heard.at(-1)?.at).toBeCloseTo(19 - LATENCY, 6);
  player.setScore(next(30));
  await passTime(12_000);
  const later = heard.find(({ url }) => url === "/next");
  expect(later?.at).toBeCloseTo(30 - 0.2 - LATENCY, 6);
});

test("after the sound stood still, as on a phone that slept, the room is heard anew", async () => {
  const { player, heard, off } = makeRoom();
  player.setScore(rides);
  await passTime(1_000);
  off.soundMs = -5_000;
  await passTime(1_000);
  expect(heard).toHaveLength(2);
  const again = heard[1];
  expect(again?.offset).toBeCloseTo((again?.at ?? 0) + 5 + LATENCY, 6);
});

test("a blocked person's verse is not heard; the beat takes its place", async () => {
  const { player, heard } = makeRoom();
  player.setScore(rides);
  await passTime(3_000);
  player.setScore({ ...drops, verses: [{ ...verse, isHidden: true }] });
  await passTime(12_000);
  expect(heard.map(({ url }) => url)).toEqual(["/beat", "/beat"]);
  expect(heard[1]?.at).toBeCloseTo(10 - LATENCY, 6);
});

test("a download that fails is tried again, and meanwhile the page says so", async () => {
  const { player, heard, loads, downloads } = makeRoom();
  downloads.push(() => Promise.reject(new Error("no connection")));
  player.setScore(rides);
  expect(player.getState().isLoading).toBe(true);
  await passTime(1_000);
  expect(player.getState()).toMatchObject({
    ...{ isLoading: false, isBeatBroken: true },
  });
  await passTime(5_000);
  expect(loads.map(({ url }) => url)).toEqual(["/beat", "/beat"]);
  expect(heard).toHaveLength(1);
  expect(player.getState()).toMatchObject({
    ...{ heard: "beat", isLoading: false, isBeatBroken: false },
  });
});

test("a download that hangs is given up and tried again", async () => {
  const { player, heard, loads, downloads } = makeRoom();
  downloads.push(
    () =>
      new Promise((_, reject) => {
        loads[0]?.signal.addEventListener("abort", () =>
          reject(new Error("given up")),
        );
      }),
  );
  player.setScore(rides);
  await passTime(89_000);
  expect(loads).toHaveLength(1);
  expect(player.getState().isLoading).toBe(true);
  await passTime(7_000);
  expect(loads).toHaveLength(2);
  expect(heard).toHaveLength(1);
});

test("an element that breaks off is told, and loaded again", async () => {
  const { player, heard, loads, broken } = makeRoom();
  player.setScore(rides);
  await passTime(1_000);
  broken[0]?.();
  expect(player.getState()).toMatchObject({ heard: null, isBeatBroken: true });
  await passTime(6_000);
  expect(loads).toHaveLength(2);
  expect(heard).toHaveLength(2);
  expect(player.getState()).toMatchObject({
    ...{ heard: "beat", isBeatBroken: false },
  });
});

test("a context that was stopped is asked to go on, and the page knows", async () => {
  const { player, context, page } = makeRoom();
  player.setScore(rides);
  await passTime(1_000);
  expect(player.getState().isRunning).toBe(true);
  context.state = "interrupted";
  page.dispatchEvent(new Event("visibilitychange"));
  expect(context.resume).toHaveBeenCalledTimes(1);
  expect(player.getState()).toMatchObject({ isRunning: false, heard: null });
  context.state = "running";
  await passTime(1_000);
  expect(player.getState()).toMatchObject({ isRunning: true, heard: "beat" });
});

test("a context that says it runs while its clock stands still does not run", async () => {
  const { player, off } = makeRoom();
  player.setScore(rides);
  await passTime(1_000);
  for (let ms = 0; ms < 4_000; ms += 250) {
    off.soundMs -= 250;
    await passTime(250);
  }
  expect(player.getState()).toMatchObject({ isRunning: false, heard: null });
});

test("a hidden page plans all that it knows, because it looks once a minute", async () => {
  const { player, heard, page } = makeRoom();
  player.setScore(rides);
  await passTime(1_000);
  player.setScore(drops);
  await passTime(1);
  expect(heard).toHaveLength(1);
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(heard.map(({ url }) => url)).toEqual(["/beat", "/verse", "/beat"]);
  expect(heard[1]?.at).toBeCloseTo(10 - LATENCY, 6);
  expect(heard[2]?.at).toBeCloseTo(19 - LATENCY, 6);
});

test("the output stays in use, also while all is muted", () => {
  const before = stills.length;
  makeRoom();
  expect(stills).toHaveLength(before + 1);
});

test("what is over is not loaded, and nothing is during a take", async () => {
  const { player, loads } = makeRoom();
  await passTime(20_000);
  player.setScore(drops);
  await passTime(1_000);
  expect(loads.map(({ url }) => url)).toEqual(["/beat"]);
  player.setSilent(true);
  player.setScore(next(30));
  await passTime(1_000);
  expect(loads).toHaveLength(1);
  player.setSilent(false);
  await passTime(1_000);
  expect(loads.map(({ url }) => url)).toEqual(["/beat", "/beat", "/next"]);
});
