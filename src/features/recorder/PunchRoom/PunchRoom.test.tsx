// @vitest-environment jsdom
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { CaptureError } from "../../../audio/capture/takeProblem";
import { setUpPunch } from "../../../testing/punchWorld";
import { render } from "../../../testing/render";
import type { Language } from "../../../texts/language";
import { PunchRoom } from "./PunchRoom";

async function open(world = setUpPunch(), language: Language = "en") {
  const onClose = vi.fn<() => void>();
  const { parts, punched } = world;
  render(<PunchRoom parts={parts} punched={punched} onClose={onClose} />, {
    language,
  });
  await screen.findAllByRole("button", { pressed: false });
  return { ...world, onClose, user: userEvent.setup() };
}

const bar = (number: number) =>
  screen.getByRole("button", { name: `Bar ${number}` });
const key = () =>
  screen.getByRole<HTMLButtonElement>("button", { name: /^Record/ });
const focused = () => document.activeElement;

function pressedBars(): string[] {
  return screen
    .getAllByRole("button", { pressed: true })
    .map((button) => button.getAttribute("aria-label") ?? "");
}

test("the key says which bars it records, and is off until some are marked", async () => {
  const { user } = await open();
  expect(key().disabled).toBe(true);
  screen.getByText("No bar is marked yet.");
  await user.click(bar(4));
  expect(key().textContent).toBe("Record bar 4 again");
  await user.click(bar(2));
  expect(pressedBars()).toEqual(["Bar 2", "Bar 3", "Bar 4"]);
  expect(key().textContent).toBe("Record bars 2 to 4 again");
  screen.getByText("Bars 2 to 4, 6 s");
  await user.click(bar(6));
  expect(pressedBars()).toEqual(["Bar 6"]);
});

test("Tab reaches the bars once, and the arrow keys move between them", async () => {
  const { user } = await open();
  const group = screen.getByRole("group", { name: "Bars of your take" });
  const stops = within(group)
    .getAllByRole("button")
    .filter(({ tabIndex }) => tabIndex === 0);
  expect(stops).toEqual([bar(1)]);
  bar(1).focus();
  await user.keyboard("{ArrowRight}{ArrowRight} {End}");
  expect(focused()).toBe(bar(6));
  await user.keyboard("{ArrowRight}{ArrowLeft}{Enter}");
  expect(pressedBars()).toEqual(["Bar 3", "Bar 4", "Bar 5"]);
  await user.keyboard("{Home}{ArrowLeft}");
  expect(focused()).toBe(bar(1));
});

test("records, shows where it is, and closes with the new version", async () => {
  const { user, running, onClose, recorder } = await open();
  await user.click(bar(2));
  await user.click(bar(3));
  await user.click(key());
  await screen.findByText("Listen: your take leads in.");
  screen.getByText("4");
  expect(screen.queryByRole("button", { name: "Bar 2" })).toBeNull();
  running.elapsedMs = 4_100;
  await screen.findByText(/^Recording bars 2 to 3/);
  screen.getByText("Bar 3");
  expect(screen.getByRole("meter").getAttribute("aria-valuenow")).toBe("50");
  running.elapsedMs = 6_500;
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(recorder.show).toHaveBeenCalledTimes(1);
});

test("closing during a recording stops it and loses nothing", async () => {
  const { user, running, recorded, onClose, recorder } = await open();
  recorded.changes = { seconds: 3 };
  await user.click(bar(2));
  await user.click(key());
  await screen.findByText("Listen: your take leads in.");
  running.elapsedMs = 3_000;
  await screen.findByText(/^Recording bar 2/);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(recorder.show).toHaveBeenCalledTimes(1);
});

test("says why recording could not start, and keeps the marks", async () => {
  const world = setUpPunch();
  const denied = new CaptureError({ kind: "microphone" }, null);
  world.engine.start.mockRejectedValueOnce(denied);
  const { user } = await open(world);
  await user.click(bar(2));
  await user.click(key());
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Could not access microphone",
  );
  expect(pressedBars()).toEqual(["Bar 2"]);
  expect(key().disabled).toBe(false);
});

test("a failed joint can be tried again", async () => {
  const world = setUpPunch();
  world.mixer.render.mockRejectedValueOnce(new Error("no memory"));
  const { user, running, onClose } = await open(world);
  await user.click(bar(2));
  await user.click(key());
  await screen.findByText("Listen: your take leads in.");
  running.elapsedMs = 4_500;
  expect((await screen.findByRole("alert")).textContent).toContain(
    "the new bars wait here",
  );
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test("offers another try if the beat did not load", async () => {
  const world = setUpPunch();
  world.recorder.openMixer.mockRejectedValueOnce(new Error("offline"));
  const opening = open(world);
  const again = await screen.findByRole("button", { name: "Try again" });
  act(() => again.click());
  const { user } = await opening;
  await user.click(bar(1));
  expect(key().disabled).toBe(false);
});

test("speaks Hindi", async () => {
  const { user } = await open(setUpPunch(), "hi");
  await user.click(screen.getByRole("button", { name: "बार्स 2" }));
  await user.click(screen.getByRole("button", { name: "बार्स 3" }));
  screen.getByRole("button", { name: "बार्स 2 से 3 फिर रिकॉर्ड करें" });
});
