// @vitest-environment jsdom
import { expect, test } from "vitest";
import { PROBE_BYTES } from "../../../audio/store/storageProbe";
import { takes } from "../../../texts/en/takes";
import { storageText } from "./storageText";

const enough = { roomBytes: PROBE_BYTES, problem: null };
const nothing = { roomBytes: 0, isPrivate: null };
const little = { roomBytes: 480_000, problem: "full" } as const;

test.each([
  [{ ...nothing, problem: "refused" }, "This browser cannot keep takes"],
  [{ ...nothing, problem: "slow" }, "This browser cannot keep takes"],
  [{ ...nothing, problem: "broken" }, "This browser cannot keep takes"],
  [{ ...nothing, problem: "full" }, "This device is full."],
  [{ ...little, isPrivate: null }, "room for about 0:30 of"],
  [{ ...little, isPrivate: true }, "room for about 0:30 of"],
  [{ ...enough, isPrivate: true }, "This is a private window"],
] as const)("warns of what is at risk: %o", (report, text) => {
  const said = storageText(takes, report);
  expect(said?.isWarning).toBe(true);
  expect(said?.text).toContain(text);
});

test("mentions private windows where they cannot be told apart", () => {
  expect(storageText(takes, { ...enough, isPrivate: null })).toEqual({
    text: takes.storage.maybePrivate,
    isWarning: false,
  });
});

test("says nothing on a device that keeps its data", () => {
  expect(storageText(takes, { ...enough, isPrivate: false })).toBeNull();
});
