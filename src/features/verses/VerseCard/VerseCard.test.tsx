import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { makeVerse } from "../../../testing/content";
import { render } from "../../../testing/render";
import { VerseCard } from "./VerseCard";

test("the card says who raps on whose beat", () => {
  render(<VerseCard verse={makeVerse()} peaks={[]} isVoted={false} />);
  expect(screen.getByRole("link", { name: "kabir" }).getAttribute("href")).toBe(
    "/profile/rapper-id",
  );
  expect(
    screen
      .getByRole("link", { name: `on meera's beat "Monsoon"` })
      .getAttribute("href"),
  ).toBe("/beats/beat1");
  expect(screen.getByText("Trap")).toBeTruthy();
  expect(screen.getByText("97 BPM")).toBeTruthy();
  expect(screen.getByText("1 vote")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Delete/ })).toBeNull();
});

test("a vote given can be taken back", async () => {
  const onVote = vi.fn();
  render(<VerseCard verse={makeVerse()} peaks={[]} isVoted onVote={onVote} />);
  const vote = screen.getByRole("button", {
    name: `Vote for kabir on "Monsoon"`,
  });
  expect(vote.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(vote);
  expect(onVote).toHaveBeenCalledWith(false);
});

test("deleting asks first and names what goes", async () => {
  const onDelete = vi.fn(async () => undefined);
  render(
    <VerseCard
      verse={makeVerse()}
      peaks={[]}
      isVoted={false}
      onDelete={onDelete}
    />,
  );
  await userEvent.click(
    screen.getByRole("button", { name: "Delete verse by kabir" }),
  );
  const dialog = await screen.findByRole("dialog", {
    name: "Delete this verse?",
  });
  expect(dialog.textContent).toContain("its votes and its audio file");
  expect(onDelete).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Delete verse" }));
  await waitFor(() => expect(onDelete).toHaveBeenCalledTimes(1));
});

test("a delete that fails says so and stays open", async () => {
  const onDelete = () => Promise.reject(new Error("[CONVEX] internal"));
  render(
    <VerseCard
      verse={makeVerse()}
      peaks={[]}
      isVoted={false}
      onDelete={onDelete}
    />,
  );
  await userEvent.click(
    screen.getByRole("button", { name: "Delete verse by kabir" }),
  );
  await userEvent.click(
    await screen.findByRole("button", { name: "Delete verse" }),
  );
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Error deleting verse");
});
