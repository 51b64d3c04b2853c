import { expect, test } from "vitest";
import { fileNameOf } from "./saveFile";

test.each([
  ["Gully", "Gully-verse"],
  ["AC/DC: <live>?", "AC-DC-live-verse"],
  ["..\\..\\beat\n", "beat-verse"],
  ["गली", "गली-verse"],
])("a verse on %j is saved as %j", (title, saved) => {
  expect(fileNameOf([title, "verse"])).toBe(saved);
});
