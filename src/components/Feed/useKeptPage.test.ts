// @vitest-environment jsdom
import type { FeedResult } from "./feedResult";
import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
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

test("shows the pending state before the first page has loaded", () => {
  expect(follow(pending)).toEqual({ shown: pending, isTurning: false });
});

test("keeps the current page while the next one loads", () => {
  const first = pageOf("first");
  expect(follow(pending, first, pending)).toEqual({
    shown: first,
    isTurning: true,
  });
});

test("shows the next page once it has loaded, and its live changes", () => {
  const last = pageOf("changed");
  const seen = follow(pageOf("first"), pending, pageOf("second"), last);
  expect(seen).toEqual({ shown: last, isTurning: false });
});

test("shows a failure, and no older page after it", () => {
  const failed: FeedResult<string> = { status: "error" };
  expect(follow(pageOf("first"), failed).shown).toEqual(failed);
  expect(follow(pageOf("first"), failed, pending).shown).toEqual(pending);
});
