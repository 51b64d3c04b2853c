import { expect, test } from "vitest";
import { ARTISTS, LISTENERS, MODERATOR } from "../cast.ts";
import { SONGS } from "../songs.ts";
import { mixTakes } from "../taste.ts";
import { REASONS } from "../../../convex/shared/safety.ts";
import { BLOCKS, CLAIMS, DECIDED, planReports } from "./queuePlan.ts";

const takes = mixTakes(SONGS);
const reports = planReports(SONGS, takes);
const names = [...ARTISTS, ...LISTENERS].map(({ username }) => username);

test("reports of beats, verses and profiles, for every reason, make 50 cases with the rest", () => {
  const appeals = DECIDED.filter(({ appeal }) => appeal !== null);
  const sameAudio = 1;
  expect(reports.length + CLAIMS.length + appeals.length + sameAudio).toBe(50);
  const types = new Set(reports.map(({ about }) => about.type));
  expect(types).toEqual(new Set(["beat", "verse", "profile"]));
  expect(new Set(reports.map(({ reason }) => reason))).toEqual(
    new Set(REASONS),
  );
});

test("three things have two reporters; nobody reports the same twice, or themselves", () => {
  const things = reports.map(({ about }) => `${about.type} ${about.index}`);
  expect(new Set(things).size).toBe(reports.length - 3);
  const pairs = reports.map(({ by }, n) => `${by} ${things[n]}`);
  expect(new Set(pairs).size).toBe(reports.length);
  for (const { by, about } of reports) expect(by).not.toBe(about.of);
});

test("everyone in the plan exists, and nobody reports more than the limit of a young account", () => {
  const reporters = [...reports, ...DECIDED].map(({ by }) => by);
  expect(names).toEqual(
    expect.arrayContaining([...reporters, ...BLOCKS.flat()]),
  );
  for (const name of names) {
    expect(reporters.filter((by) => by === name).length).toBeLessThanOrEqual(5);
  }
});

test("what is decided or claimed is not reported again, and the moderator has no part in it", () => {
  for (const { about } of DECIDED) {
    const again = reports.filter(
      (one) => one.about.type === about.type && one.about.index === about.index,
    );
    expect(again).toEqual([]);
  }
  const claimed = CLAIMS.map(({ beat }) => beat);
  const beats = reports.filter(({ about }) => about.type === "beat");
  for (const { about } of beats) expect(claimed).not.toContain(about.index);
  expect(names).not.toContain(MODERATOR.username);
});

test('only the reason "other" needs words, and has some', () => {
  for (const { reason, text } of reports) {
    if (reason === "other") expect(text).not.toBe("");
  }
});
