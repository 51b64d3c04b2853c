import { expect, test } from "vitest";
import { makeVoice, noise, tone } from "../../../testing/voices";
import { isVoiceless } from "./isVoiceless";

const word = (seconds: number) =>
  seconds > 1 && seconds < 1.3 ? tone(220, 0.006)(seconds) : 0;
const switchClick = (seconds: number) =>
  seconds > 1 && seconds < 1.01 ? 0.8 : 0;

test.each([
  ["nothing", () => 0, true],
  ["the noise of an open input", noise(1, 0.0008), true],
  ["the click of a switch", switchClick, true],
  ["one quiet word", word, false],
  ["a voice", tone(220), false],
])("hears whether %s is a voice", (_, sound, expected) => {
  expect(isVoiceless(makeVoice({ seconds: 3, sound }))).toBe(expected);
});
