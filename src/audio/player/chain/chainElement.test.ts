import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fakeSources } from "../../../testing/fakeSources";
import { ChainElement, type ChainItem } from "./chainElement";

let fakes: ReturnType<typeof fakeSources>;

beforeEach(() => {
  vi.useFakeTimers();
  fakes = fakeSources();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** One bar lasts two seconds. */
const item = (url: string, bars: number, atMs = 100): ChainItem => ({
  ...{ url, durationMs: atMs + bars * 2_000 + 500 },
  section: { startBar: 1, bars, atMs, endMs: atMs + bars * 2_000 },
});

const CHAIN = [item("a", 4), item("b", 4, 60), item("c", 4)];

interface Options {
  items?: readonly ChainItem[];
  broken?: readonly string[];
  delayMs?: number;
}

function makeElement(options: Options = {}) {
  const { items = CHAIN, broken = [], delayMs = 0 } = options;
  const heard: string[] = [];
  const element = new ChainElement({
    ...{ context: fakes.context as never, items }, // only what the element uses
    load: async (url) => {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      if (broken.includes(url)) throw new Error("gone");
      const durationMs = items.find((one) => one.url === url)?.durationMs ?? 0;
      return { url, duration: durationMs / 1000 } as never;
    },
    volumeOf: () => 1,
    onNext: ({ url }) => heard.push(`next ${url}`),
    onSkipped: ({ url }) => heard.push(`skipped ${url}`),
  });
  for (const event of ["playing", "pause", "ended", "waiting"])
    element.addEventListener(event, () => heard.push(event));
  element.src = items[0]?.url ?? "";
  return { element, heard };
}

const startOf = (url: string) => {
  const start = fakes.started.find(({ buffer }) => buffer.url === url);
  if (!start) throw new Error("it did not start");
  return start;
};

/** Returns when a position of an item is heard, in seconds on the context's clock. */
const heardAt = (url: string, ms: number) => {
  const { at, offset } = startOf(url);
  return at - offset + ms / 1000;
};

test("each verse takes over on the bar line where the one before ended", async () => {
  const { element, heard } = makeElement();
  void element.play();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(heardAt("b", 60)).toBeCloseTo(heardAt("a", 8_100), 6);
  expect(heardAt("c", 100)).toBeCloseTo(heardAt("b", 8_060), 6);
  // The sound before the bar line is heard too.
  expect(startOf("b").offset).toBe(0);
  expect(heard).toEqual([
    ...["playing", "next b", "playing", "next c", "playing", "ended"],
  ]);
  expect(element.paused).toBe(true);
});

test("without known bars, the next verse starts where the file ends", async () => {
  const items = CHAIN.map((one) => ({ ...one, section: null }));
  const { element } = makeElement({ items });
  void element.play();
  await vi.advanceTimersByTimeAsync(20_000);
  const gap = heardAt("b", 0) - heardAt("a", 8_600);
  expect(Math.abs(gap)).toBeLessThan(0.25);
});

test("a verse that fails to load is skipped, also the first", async () => {
  const { element, heard } = makeElement({ broken: ["a", "b"] });
  void element.play();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(fakes.started.map(({ buffer }) => buffer.url)).toEqual(["c"]);
  expect(heard).toEqual([
    ...["skipped a", "next b", "skipped b", "next c", "playing"],
  ]);
});

test("the verse after one that fails joins the one before it", async () => {
  const { element } = makeElement({ broken: ["b"] });
  void element.play();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heardAt("c", 100)).toBeCloseTo(heardAt("a", 8_100), 6);
});

test("a verse that loads late starts as soon as it is there", async () => {
  const { element, heard } = makeElement({ delayMs: 12_000 });
  void element.play();
  await vi.advanceTimersByTimeAsync(12_000 + 13_000);
  expect(startOf("b")).toMatchObject({ offset: 0 });
  expect(startOf("b").at - startOf("a").at).toBeCloseTo(12, 1);
  expect(heard).toEqual(["playing", "waiting", "next b", "playing"]);
});

test("a pause stops what was planned, and playing goes on from there", async () => {
  const { element, heard } = makeElement();
  void element.play();
  await vi.advanceTimersByTimeAsync(7_000);
  element.pause();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(heard).toEqual(["playing", "pause"]);
  expect(element.currentTime).toBeCloseTo(7, 1);
  fakes.started.length = 0;
  void element.play();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(startOf("a").offset).toBeCloseTo(7, 1);
  expect(heardAt("b", 60)).toBeCloseTo(heardAt("a", 8_100), 6);
});

test("a verse that loops is not followed", async () => {
  const { element, heard } = makeElement();
  void element.play();
  await vi.advanceTimersByTimeAsync(1_000);
  fakes.started.length = 0;
  element.loop = true;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(heard).not.toContain("next b");
  expect(fakes.started.every(({ buffer }) => buffer.url === "a")).toBe(true);
});
