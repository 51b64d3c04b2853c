// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { appPlayer } from "../../../audio/player/appPlayer";
import { labelOf } from "../../../../convex/shared/pictures/label";
import { svgUrl } from "../../../lib/svgUrl";
import { makeBeat } from "../../../testing/content";
import { render } from "../../../testing/render";
import { BeatCard } from "./BeatCard";

beforeEach(() => {
  // jsdom cannot play audio. These fakes only report that playback was requested.
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

test("shows the beat's title, producer, genre, tempo, length and votes", () => {
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

test("play toggles between play and pause", async () => {
  const card = show();
  await userEvent.click(card.getByRole("button", { name: "Play Monsoon" }));
  await userEvent.click(card.getByRole("button", { name: "Pause Monsoon" }));
  expect(card.getByRole("button", { name: "Play Monsoon" })).toBeTruthy();
  expect(where()).toBe("/home");
});

test("the loop button reports its state", async () => {
  const card = show();
  const loop = card.getByRole("button", { name: "Loop Monsoon" });
  expect(loop.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(loop);
  expect(loop.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(loop);
});

test("opens the beat on a click outside the controls only", async () => {
  const card = show();
  await userEvent.click(card.getByRole("slider"));
  expect(where()).toBe("/home");
  await userEvent.click(card.getByText("97 BPM"));
  expect(where()).toBe("/beats/beat1");
});

test("moves the position by keyboard", async () => {
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

test("disables play while the player is blocked by a recording", async () => {
  const release = appPlayer.block();
  const card = show();
  const play = card.getByRole("button", { name: "Play Monsoon" });
  expect(play.hasAttribute("disabled")).toBe(true);
  release();
});

test("reports a missing file when played", async () => {
  const card = show({ fileUrl: null });
  await userEvent.click(card.getByRole("button", { name: "Play Monsoon" }));
  expect(card.getByRole("alert").textContent).toBe(
    "No audio file available for this beat.",
  );
});

test("shows a vote button to viewers who may vote", async () => {
  const onVote = vi.fn();
  const card = show({}, onVote);
  await userEvent.click(card.getByRole("button", { name: "Vote for Monsoon" }));
  expect(onVote).toHaveBeenCalledWith(true);
});

test("shows only the vote count to everyone else", () => {
  const card = show();
  expect(card.queryByRole("button", { name: /Vote/ })).toBeNull();
  expect(card.getByText("4 votes")).toBeTruthy();
});

test("shows the beat's picture and how much room is left, without an extra name", () => {
  const card = show({ verseCount: 3, versesLimit: 10 });
  expect(card.getByText("3 of 10 verses")).toBeTruthy();
  const pictures = card.getAllByRole("presentation");
  expect(pictures.map((picture) => picture.getAttribute("src"))).toEqual([
    svgUrl(labelOf("beat1")),
  ]);
});
