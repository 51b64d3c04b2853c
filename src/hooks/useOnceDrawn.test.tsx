// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useOnceDrawn } from "./useOnceDrawn";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const drawFrame = () => act(() => void vi.advanceTimersToNextFrame());
const runTasks = () => act(() => void vi.advanceTimersByTime(1));

test("gives a value after the frame that shows it first, and takes it away at once", () => {
  const [first, second] = [{ take: 1 }, { take: 2 }];
  const { result, rerender } = renderHook(useOnceDrawn<{ take: number }>, {
    initialProps: null as { take: number } | null,
  });
  rerender(first);
  expect(result.current).toBeNull();
  drawFrame();
  runTasks();
  expect(result.current).toBe(first);
  rerender(null);
  expect(result.current).toBeNull();
  drawFrame();
  runTasks();
  rerender(second);
  expect(result.current).toBeNull();
  drawFrame();
  runTasks();
  expect(result.current).toBe(second);
});

test("a value that is gone before the frame never comes", () => {
  const initialProps: object | null = {};
  const { result, rerender } = renderHook<object | null, object | null>(
    useOnceDrawn,
    { initialProps },
  );
  rerender(null);
  drawFrame();
  runTasks();
  expect(result.current).toBeNull();
});
