import { expect, test } from "vitest";
import { recorder } from "../../texts/en/recorder";
import {
  delayProblemText,
  delayText,
  movedText,
  timingText,
} from "./delayText";

const t = recorder.delay;
const delay = { pair: null, correctionMs: 0 };

test.each([
  ["measured", 0.0431, "Delay: 43 ms, measured"],
  ["reported", 0.0121, "Delay: 12 ms, not measured yet"],
  ["reported", null, "Delay: not measured yet"],
] as const)("describes a delay (%s, %s s): %s", (source, seconds, text) => {
  expect(delayText(t, { ...delay, source, seconds })).toBe(text);
});

test("names the direction of a manual correction", () => {
  expect(movedText(t, -20)).toBe("Voice moved 20 ms earlier by ear");
  expect(movedText(t, 35)).toBe("Voice moved 35 ms later by ear");
});

test("suggests another remedy for an unheard sound without headphones", () => {
  expect(delayProblemText(t, "unheard", false)).toBe(
    t.problems.unheardSpeakers,
  );
  expect(delayProblemText(t, "unheard", true)).toBe(t.problems.unheard);
  expect(delayProblemText(t, "unsteady", false)).toBe(t.problems.unsteady);
});

test.each([
  [0, "as recorded"],
  [100, "100 ms later"],
  [-35, "35 ms earlier"],
])("describes a voice moved by %d ms as %s", (timingMs, text) => {
  expect(timingText(recorder.voice, timingMs)).toBe(text);
});
