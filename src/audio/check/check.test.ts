// @vitest-environment jsdom
import { beforeEach, expect, test } from "vitest";
import {
  findHeadphones,
  looksLikeBluetooth,
  pairKey,
  rememberHeadphones,
} from "./checkedDevices";
import { judgeLevel } from "./judgeLevel";

beforeEach(() => localStorage.clear());

test.each([
  [{ loudest: 0, peak: 0 }, "silent"],
  [{ loudest: 0, peak: 0.0003 }, "quiet"],
  [{ loudest: 0.39, peak: 0.1 }, "quiet"],
  [{ loudest: 0.6, peak: 0.5 }, "good"],
  [{ loudest: 0.9, peak: 1 }, "loud"],
] as const)("judges %o as %s", (heard, verdict) => {
  expect(judgeLevel(heard)).toBe(verdict);
});

test.each([
  ["AirPods Pro", true],
  ["Galaxy Buds2 (Hands-Free)", true],
  ["Bluetooth headset", true],
  ["Headset earpiece", false],
  ["Built-in Audio Analog Stereo", false],
  ["", false],
])("takes %j for Bluetooth: %s", (label, expected) => {
  expect(looksLikeBluetooth(label)).toBe(expected);
});

const device = { deviceId: "a", label: "Default" };

test("tells devices apart by their id", () => {
  const other = { ...device, deviceId: "b" };
  expect(pairKey(device, device)).not.toBe(pairKey(other, device));
  expect(pairKey({ ...device, label: "" }, device)).toBeNull();
  expect(pairKey(undefined, device)).toBeNull();
});

test("remembers headphones for each pair, up to twelve", () => {
  expect(findHeadphones("first")).toBeNull();
  rememberHeadphones("first", false);
  expect(findHeadphones("first")).toBe(false);
  for (let pair = 0; pair < 12; pair += 1)
    rememberHeadphones(`pair ${pair}`, true);
  expect(findHeadphones("first")).toBeNull();
  expect(findHeadphones("pair 0")).toBe(true);
});

test.each(["no json", "{}", '[{"devices":1}]', "[null]"])(
  "knows no pair when the storage holds %s",
  (stored) => {
    localStorage.setItem("gully-headphones", stored);
    expect(findHeadphones("first")).toBeNull();
  },
);
