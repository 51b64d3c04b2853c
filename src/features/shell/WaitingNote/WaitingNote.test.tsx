// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Loading } from "../../../components/Loading/Loading";
import { render } from "../../../testing/render";
import { WaitingNote } from "./WaitingNote";

const socket = vi.hoisted(() => ({ isWebSocketConnected: false }));

vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useConvexConnectionState: () => ({
    ...socket,
    inflightMutations: 0,
    hasInflightRequests: true,
    timeOfOldestInflightRequest: null,
  }),
}));

beforeEach(() => {
  socket.isWebSocketConnected = false;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A page that waits for something, which its button brings and takes away. */
function Page() {
  const [isThere, setIsThere] = useState(false);
  return (
    <main id="main">
      <button onClick={() => setIsThere(!isThere)}>Answer</button>
      {isThere ? <p>Here it is</p> : <Loading />}
      <WaitingNote />
    </main>
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const note = () => screen.queryByRole("alert")?.textContent;
const SAID = "No connection. Try again when you are online.Try again";

test("says that the server is out of reach only after some seconds, while the page waits", async () => {
  render(<Page />);
  await pass(1_500);
  await pass(3_900);
  expect(note()).toBeUndefined();
  await pass(100);
  expect(note()).toBe(SAID);
  for (const expected of [undefined, SAID]) {
    fireEvent.click(screen.getByRole("button", { name: "Answer" }));
    await pass(0);
    expect(note()).toBe(expected);
  }
});

test("says it soon to a device without a network", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  render(<Page />);
  await pass(1_400);
  expect(note()).toBeUndefined();
  await pass(100);
  expect(note()).toBe(SAID);
});

test("says nothing while there is a connection", async () => {
  socket.isWebSocketConnected = true;
  render(<Page />);
  await pass(60_000);
  expect(note()).toBeUndefined();
});
