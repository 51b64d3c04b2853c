// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { heardAt, roomScore } from "./roomScore";
import { endedCypher } from "./testCypher";

afterEach(() => vi.unstubAllGlobals());

const score = (changes = {}, listener = {}) =>
  roomScore(endedCypher(changes), {
    ...{ viewerId: "dev", hidden: new Set<string>(), isEqual: false },
    ...listener,
  });

const hiding = (id: string, viewerId = "dev") =>
  score({}, { viewerId, hidden: new Set([id]) }).verses.map(
    ({ isHidden }) => isHidden,
  );

test("a room hears the verses that wait one after the other, each in its place", () => {
  const { verses } = score();
  expect(verses.map(({ id, startsAt }) => [id, startsAt])).toEqual([
    ["first", 20_000],
    ["last", 28_000],
  ]);
  expect(verses[1]).toMatchObject({ atMs: 400, durationMs: 9_000 });
  expect(score({ playing: null, before: [] }).verses).toEqual([]);
});

test("a verse that is deleted, or whose file is gone, is not among them", () => {
  const [first] = endedCypher().verses;
  expect(score({ verses: [first] }).verses.map(({ id }) => id)).toEqual([
    "first",
  ]);
  const silent = { ...first, fileUrl: null };
  expect(score({ verses: [silent] }).verses).toEqual([]);
});

test("files come from the address of the page where a server knows no public one", () => {
  const [hostname, origin] = ["192.168.1.7", "http://192.168.1.7:5173"];
  vi.stubGlobal("location", { hostname, origin });
  const { beat, verses } = endedCypher();
  const fileUrl = "http://localhost:5173/file";
  const { beat: ridden, verses: heard } = score({
    beat: { ...beat, fileUrl },
    verses: verses.map((verse) => ({ ...verse, fileUrl })),
  });
  const urls = [ridden, ...heard].map((file) => file?.url);
  expect(urls).toEqual(Array(3).fill(`${origin}/file`));
});

test("whoever has blocked a rapper, or the producer, does not hear them, but always themselves", () => {
  expect(hiding("asha")).toEqual([true, false]);
  expect(hiding("producer")).toEqual([true, true]);
  expect(hiding("producer", "asha")).toEqual([false, true]);
});

test("it is quiet after the last verse of a cypher that has ended", () => {
  expect(score().isEnding).toBe(true);
  expect(score({ isOpen: true }).isEnding).toBe(false);
});

test("the words follow the verse that is heard, not the newest one", () => {
  const at = (now: number) => heardAt(endedCypher(), now);
  expect([19_500, 19_600, 27_500, 27_600, 36_500, 36_600].map(at)).toEqual([
    ...[null, "first", "first", "last", "last", null],
  ]);
});
