import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import type { FeedResult } from "./Feed/Feed";
import { useKeptPage } from "./useKeptPage";

const pending: FeedResult<string> = { status: "pending" };
const pageOf = (item: string): FeedResult<string> => ({
  status: "success",
  data: { items: [item], page: 1, pageCount: 2 },
});

function follow(...results: FeedResult<string>[]) {
  const [first = pending, ...later] = results;
  const hook = renderHook(useKeptPage<string>, { initialProps: first });
  for (const result of later) hook.rerender(result);
  return hook.result.current;
}

test("nothing is kept before the first page has come", () => {
  expect(follow(pending)).toEqual({ shown: pending, isTurning: false });
});

test("the present page stays while the next is on its way", () => {
  const first = pageOf("first");
  expect(follow(pending, first, pending)).toEqual({
    shown: first,
    isTurning: true,
  });
});

test("the next page replaces it, and live changes come through", () => {
  const last = pageOf("changed");
  const seen = follow(pageOf("first"), pending, pageOf("second"), last);
  expect(seen).toEqual({ shown: last, isTurning: false });
});

test("a failure is shown, and nothing old comes back after it", () => {
  const failed: FeedResult<string> = { status: "error" };
  expect(follow(pageOf("first"), failed).shown).toEqual(failed);
  expect(follow(pageOf("first"), failed, pending).shown).toEqual(pending);
});
