import { expect, test } from "vitest";
import { spokenAt } from "./spokenAt";

test("the time left is said at 60, 30 and 10 seconds, and not each second", () => {
  const said = Array.from({ length: 181 }, (_, left) => spokenAt(left * 1000));
  const changes = said.filter((text, left) => text !== said[left + 1]);
  expect(changes.filter((text) => text !== null)).toEqual([10, 30, 60]);
  expect([said[180], said[60], said[59], said[45], said[10]]).toEqual([
    ...[null, 60, 60, null, 10],
  ]);
});
