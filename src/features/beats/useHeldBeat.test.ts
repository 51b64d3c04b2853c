// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { BeatSummary } from "../../../convex/shared/validators";
import { holdPage } from "../../lib/pageHold";
import { useHeldBeat } from "./useHeldBeat";

const beat = { id: "b1", producer: { userId: "p1" } } as BeatSummary; // the parts that are read
const found = { status: "success", data: beat } as const;
const gone = { status: "success", data: null } as const;
const failed = { status: "error", error: new Error("broken") } as const;
const pending = { status: "pending" } as const;

type Result = Parameters<typeof useHeldBeat>[0];
const nobody: ReadonlySet<string> = new Set();

let release: () => void = () => undefined;
afterEach(() => act(() => release()));
const hold = () =>
  act(() => {
    release = holdPage();
  });

function show(first: Result) {
  const initialProps = { result: first, beatId: "b1", hidden: nobody };
  const hook = renderHook(
    ({ result, beatId, hidden }) => useHeldBeat(result, beatId, hidden),
    { initialProps },
  );
  const turn = (changes: Partial<typeof initialProps>) =>
    hook.rerender({ ...initialProps, ...changes });
  return { turn, now: () => hook.result.current };
}

test("shows a beat that is there", () => {
  expect(show(found).now()).toEqual({ beat, problem: null });
  expect(show(gone).now()).toBeNull();
});

test.each([
  ["it is deleted", gone, "gone"],
  ["its query fails", failed, "failed"],
  ["its query starts anew", pending, null],
])("keeps the beat of a held page when %s", (_, result, problem) => {
  const { turn, now } = show(found);
  hold();
  turn({ result });
  expect(now()).toEqual({ beat, problem });
  turn({ result: found });
  expect(now()).toEqual({ beat, problem: null });
});

test("keeps the beat of someone whom the viewer blocks in another tab", () => {
  const { turn, now } = show(found);
  hold();
  turn({ hidden: new Set(["p1"]) });
  expect(now()).toEqual({ beat, problem: null });
});

test("lets the beat go with the hold", () => {
  const { turn, now } = show(found);
  hold();
  turn({ result: gone });
  act(() => release());
  expect(now()).toBeNull();
});

test("lets the beat go where nothing is held", () => {
  const { turn, now } = show(found);
  turn({ result: gone });
  expect(now()).toBeNull();
});

test("does not show another beat in its place", () => {
  const { turn, now } = show(found);
  hold();
  turn({ result: pending, beatId: "b2" });
  expect(now()).toBeNull();
});
