// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { makeCase } from "../../testing/cases";
import { useDesk } from "./useDesk";

const [a, b, c] = ["a", "b", "c"].map((id) => makeCase(id)) as [
  ReturnType<typeof makeCase>,
  ReturnType<typeof makeCase>,
  ReturnType<typeof makeCase>,
]; // one case for each of the three ids

const show = (cases = [a, b, c]) =>
  renderHook(useDesk, { initialProps: cases });

test("opens what is due first", () => {
  const { result } = show();
  expect(result.current).toMatchObject({ currentId: "a", at: 0 });
});

test("keeps the case that somebody else closes, and goes on behind it", () => {
  const { result, rerender } = show();
  act(() => result.current.move(1));
  rerender([a, c]);
  expect(result.current).toMatchObject({ currentId: "b", at: -1 });
  act(() => result.current.moveOn(null));
  expect(result.current).toMatchObject({ currentId: "c", at: 1 });
});

test("keeps the first case when a more urgent one comes", () => {
  const { result, rerender } = show([b]);
  rerender([a, b]);
  expect(result.current).toMatchObject({ currentId: "b", at: 1 });
});

test("keeps its order when a case that was opened is due later", () => {
  const { result, rerender } = show();
  rerender([b, c, { ...a, dueAt: 9 }]);
  expect(result.current).toMatchObject({ currentId: "a", at: 0 });
  act(() => result.current.move(1));
  expect(result.current.currentId).toBe("b");
});

test("stops at either end", () => {
  const { result } = show([a, b]);
  act(() => result.current.move(-1));
  expect(result.current.currentId).toBe("a");
  act(() => result.current.move(1));
  act(() => result.current.move(1));
  expect(result.current.currentId).toBe("b");
});

test("passes over cases that close together with the one that was decided", () => {
  const { subjectId } = a;
  const { result } = show([a, { ...b, subjectId }, c]);
  act(() => result.current.moveOn("warn"));
  expect(result.current.currentId).toBe("c");
});

test("opens a claim about the same item, unless the item is removed", () => {
  const { subjectId } = a;
  const { result } = show([a, { ...b, subjectId, kind: "claim" }, c]);
  act(() => result.current.moveOn("dismiss"));
  expect(result.current.currentId).toBe("b");
  act(() => result.current.open(a.id));
  act(() => result.current.moveOn("remove"));
  expect(result.current.currentId).toBe("c");
});

test("opens an appeal about the same item all the same", () => {
  const { subjectId } = a;
  const { result } = show([a, { ...b, subjectId, kind: "appeal" }]);
  act(() => result.current.moveOn("remove"));
  expect(result.current.currentId).toBe("b");
});

test("is empty after the last case, and opens the next one that comes", () => {
  const { result, rerender } = show([a]);
  act(() => {
    rerender([]);
    result.current.moveOn("warn");
  });
  expect(result.current.currentId).toBeNull();
  rerender([c]);
  expect(result.current.currentId).toBe("c");
});
