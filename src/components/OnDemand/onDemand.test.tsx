// @vitest-environment jsdom
import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { render } from "../../testing/render";
import { onDemand } from "./onDemand";

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Fails the first time, as with a lost connection. */
const loadSecondTime = () =>
  vi
    .fn<() => Promise<typeof Hello>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch"))
    .mockResolvedValue(Hello);

test("shows the part once its code is there, and at once the next time", async () => {
  const load = vi.fn(() => Promise.resolve(Hello));
  const Part = onDemand(load, { fallback: <p>Wait</p> });
  const first = render(<Part name="Asha" />);
  expect(screen.getByText("Wait")).toBeTruthy();
  expect(await screen.findByText("Hello Asha")).toBeTruthy();
  first.unmount();
  render(<Part name="Ravi" />);
  expect(screen.getByText("Hello Ravi")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(1);
});

test("says that the code could not be loaded, and loads it when asked to", async () => {
  const Part = onDemand(loadSecondTime());
  render(<Part name="Asha" />);
  expect((await screen.findByRole("alert")).textContent).toMatch(
    /^This part could not be loaded/,
  );
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Hello Asha")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("loads as soon as the device is online again", async () => {
  const Part = onDemand(loadSecondTime());
  render(<Part name="Asha" />);
  await screen.findByRole("alert");
  fireEvent.online(window);
  expect(await screen.findByText("Hello Asha")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("tries again by itself, ever more rarely, until it is gone", async () => {
  vi.useFakeTimers();
  const load = vi
    .fn<() => Promise<typeof Hello>>()
    .mockRejectedValue(new TypeError("Failed to fetch"));
  const Part = onDemand(load);
  const { unmount } = render(<Part name="Asha" />);
  for (const count of [1, 2, 2, 3]) {
    await act(() => vi.advanceTimersByTimeAsync(4_990));
    expect(load).toHaveBeenCalledTimes(count);
    expect(screen.getByRole("alert")).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(10));
  }
  unmount();
  fireEvent.online(window);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test("a quiet part says nothing and tries again by itself", async () => {
  vi.useFakeTimers();
  const load = loadSecondTime();
  const Part = onDemand(load, { isQuiet: true });
  render(<Part name="Asha" />);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(load).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole("alert")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.getByText("Hello Asha")).toBeTruthy();
});
