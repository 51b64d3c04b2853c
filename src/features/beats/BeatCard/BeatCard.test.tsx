import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Route, Routes, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { appPlayer } from "../../../audio/appPlayer";
import { makeBeat } from "../../../testing/content";
import { render } from "../../../testing/render";
import { BeatCard } from "./BeatCard";

beforeEach(() => {
  // jsdom plays nothing: these only say that playing was asked for.
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "load").mockReturnValue();
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event("playing"));
    return Promise.resolve();
  });
});

afterEach(() => {
  appPlayer.close();
  vi.restoreAllMocks();
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}

function show(overrides = {}, onVote?: (voted: boolean) => void) {
  render(
    <>
      <Routes>
        <Route
          path="*"
          element={
            <BeatCard
              beat={makeBeat(overrides)}
              peaks={[0, 255]}
              isVoted={false}
              onVote={onVote}
            />
          }
        />
      </Routes>
      <Where />
    </>,
    { at: "/home" },
  );
  return within(screen.getByRole("article", { name: "Monsoon" }));
}

const where = () => screen.getByText(/^\//).textContent;

test("the card says what the beat is, who made it and how long it runs", () => {
  const card = show();
  expect(card.getByRole("heading", { name: "Monsoon" })).toBeTruthy();
  expect(card.getByRole("link", { name: "meera" }).getAttribute("href")).toBe(
    "/profile/producer-id",
  );
  expect(card.getByText("Trap")).toBeTruthy();
  expect(card.getByText("97 BPM")).toBeTruthy();
  expect(card.getByText("0:00/1:01")).toBeTruthy();
  expect(card.getByText("4 votes")).toBeTruthy();
});

test("play becomes pause, and back", async () => {
  const card = show();
  await userEvent.click(card.getByRole("button", { name: "Play Monsoon" }));
  await userEvent.click(card.getByRole("button", { name: "Pause Monsoon" }));
  expect(card.getByRole("button", { name: "Play Monsoon" })).toBeTruthy();
  expect(where()).toBe("/home");
});

test("the loop is a toggle that tells its state", async () => {
  const card = show();
  const loop = card.getByRole("button", { name: "Loop Monsoon" });
  expect(loop.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(loop);
  expect(loop.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(loop);
});

test("a click beside the controls opens the beat, a click on one does not", async () => {
  const card = show();
  await userEvent.click(card.getByRole("slider"));
  expect(where()).toBe("/home");
  await userEvent.click(card.getByText("97 BPM"));
  expect(where()).toBe("/beats/beat1");
});

test("the position moves by keyboard", async () => {
  const card = show();
  const slider = card.getByRole("slider", { name: "Position in Monsoon" });
  slider.focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(slider.getAttribute("aria-valuetext")).toBe("0:05 of 1:01");
  await userEvent.keyboard("{End}{ArrowLeft}");
  expect(slider.getAttribute("aria-valuenow")).toBe("56");
  await userEvent.keyboard("{Home}");
  expect(slider.getAttribute("aria-valuenow")).toBe("0");
});

test("while something is recorded nothing can be played", async () => {
  const release = appPlayer.block();
  const card = show();
  const play = card.getByRole("button", { name: "Play Monsoon" });
  expect(play.hasAttribute("disabled")).toBe(true);
  release();
});

test("a beat without a file says so when it is played", async () => {
  const card = show({ fileUrl: null });
  await userEvent.click(card.getByRole("button", { name: "Play Monsoon" }));
  expect(card.getByRole("alert").textContent).toBe(
    "No audio file available for this beat.",
  );
});

test("only who may vote gets a button", async () => {
  const onVote = vi.fn();
  const card = show({}, onVote);
  await userEvent.click(card.getByRole("button", { name: "Vote for Monsoon" }));
  expect(onVote).toHaveBeenCalledWith(true);
});

test("who may not vote sees the count alone", () => {
  const card = show();
  expect(card.queryByRole("button", { name: /Vote/ })).toBeNull();
  expect(card.getByText("4 votes")).toBeTruthy();
});
