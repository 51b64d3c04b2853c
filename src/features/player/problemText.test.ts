import { expect, test } from "vitest";
import { player } from "../../texts/en/player";
import { problemText } from "./problemText";

test.each([
  ["beat", "missing", "No audio file available for this beat."],
  ["verse", "missing", "No audio file available"],
  ["beat", "gone", "Audio file not available"],
  ["verse", "offline", "No connection. Try again when you are online."],
  ["verse", "network", "Error loading audio file"],
  ["beat", "decode", "Unable to play audio file"],
  ["verse", "unsupported", "Unable to load audio file"],
  ["beat", "refused", "Error playing beat"],
  ["verse", "refused", "Unable to play audio file"],
] as const)("for a %s, %s reads: %s", (kind, problem, text) => {
  expect(problemText(player.problems, kind, problem)).toBe(text);
});
