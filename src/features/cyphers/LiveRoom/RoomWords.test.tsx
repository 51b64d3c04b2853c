// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ServerClock } from "../../../audio/room/serverClock";
import { makeVerse } from "../../../testing/content";
import { render } from "../../../testing/render";
import { RoomWords } from "./RoomWords";

/** The published words of a verse. */
const words = {
  ...{ text: "one\n\ntwo\nthree", editedAt: null },
  lines: [
    { line: 0, startMs: 510 },
    { line: 2, startMs: 2_010 },
    { line: 3, startMs: 2_260 },
  ],
};
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQuery_experimental: () => ({ status: "success", data: words }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const passTime = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
  });

const heard = () => document.querySelector("[aria-current]")?.textContent;

test("the words show the line that is heard, a tenth of a second late at most", async () => {
  const clock = new ServerClock();
  render(<RoomWords verse={makeVerse()} fromAt={10_000} clock={clock} />);
  expect(screen.getByText("three")).toBeTruthy();
  await passTime(1_000);
  expect(heard()).toBeUndefined();
  const now = performance.now();
  clock.add({ sentAt: now, receivedAt: now, serverAt: 10_000 });
  await passTime(400);
  expect(heard()).toBeUndefined();
  await passTime(200);
  expect(heard()).toBe("one");
  await passTime(1_400);
  expect(heard()).toBe("one");
  await passTime(100);
  expect(heard()).toBe("two");
  await passTime(200);
  expect(heard()).toBe("three");
});
