import { expect, test } from "vitest";
import { LevelHistory } from "./levelHistory";

test("finds a level where it was heard and nowhere else", () => {
  const history = new LevelHistory();
  history.note(1_000, { stretchMs: 50, levels: [0.2, 0.8] });
  expect(history.loudest(900, 950)).toBe(0.2);
  expect(history.loudest(950, 1_000)).toBe(0.8);
  expect(history.loudest(900, 1_000)).toBe(0.8);
  expect(history.loudest(0, 900)).toBe(0);
  expect(history.loudest(1_000, 5_000)).toBe(0);
});

test("keeps the loudest level of a stretch that is noted twice", () => {
  const history = new LevelHistory();
  history.note(100, { stretchMs: 50, levels: [0.1, 0.9] });
  history.note(150, { stretchMs: 50, levels: [0.4, 0.3] });
  expect(history.loudest(50, 100)).toBe(0.9);
  expect(history.loudest(100, 150)).toBe(0.3);
});

test("drops levels from before the beat began", () => {
  const history = new LevelHistory();
  history.note(50, { stretchMs: 50, levels: [1, 0.5] });
  expect(history.loudest(-50, 50)).toBe(0.5);
  history.note(-200, { stretchMs: 50, levels: [1] });
  expect(history.loudest(-500, 500)).toBe(0.5);
});

test("finds a stretch shorter than a slot", () => {
  const history = new LevelHistory();
  history.note(10, { stretchMs: 10, levels: [0.6] });
  expect(history.loudest(3, 4)).toBe(0.6);
});
