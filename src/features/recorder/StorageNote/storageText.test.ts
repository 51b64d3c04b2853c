// @vitest-environment jsdom
import { expect, test } from "vitest";
import { PROBE_BYTES } from "../../../audio/store/storageProbe";
import { takes } from "../../../texts/en/takes";
import { storageText } from "./storageText";

const full = PROBE_BYTES;

test.each([
  [{ roomBytes: 0, isPrivate: null }, "This browser cannot keep takes"],
  [{ roomBytes: 480_000, isPrivate: null }, "room for about 0:30 of"],
  [{ roomBytes: 480_000, isPrivate: true }, "room for about 0:30 of"],
  [{ roomBytes: full, isPrivate: true }, "This is a private window"],
])("warns of what is at risk: %o", (report, text) => {
  const said = storageText(takes, report);
  expect(said?.isWarning).toBe(true);
  expect(said?.text).toContain(text);
});

test("mentions private windows where they cannot be told apart", () => {
  expect(storageText(takes, { roomBytes: full, isPrivate: null })).toEqual({
    text: takes.storage.maybePrivate,
    isWarning: false,
  });
});

test("says nothing on a device that keeps its data", () => {
  expect(storageText(takes, { roomBytes: full, isPrivate: false })).toBeNull();
});
