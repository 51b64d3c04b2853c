import { expect, test } from "vitest";
import { parseByteRange } from "./byteRange.ts";

test.each([
  [undefined, "whole"],
  ["bytes=0-", { first: 0, last: 99 }],
  ["bytes=10-19", { first: 10, last: 19 }],
  ["bytes=90-200", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-500", { first: 0, last: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-3", "whole"],
  ["bytes=-", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["items=0-1", "whole"],
])("%s of 100 bytes is %o", (header, expected) => {
  expect(parseByteRange(header, 100)).toEqual(expected);
});

test("no range of an empty file is satisfiable", () => {
  expect(parseByteRange("bytes=0-", 0)).toBe("unsatisfiable");
});
