// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { stickerOf } from "../../../../convex/shared/pictures/sticker";
import { svgUrl } from "../../../lib/svgUrl";
import { makeVerse } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { VerseCard } from "./VerseCard";

test("shows the rapper, the beat and its producer", () => {
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

test("shows the rapper's picture", () => {
  render(<VerseCard verse={makeVerse()} peaks={[]} isVoted={false} />);
  const [picture] = screen.getAllByRole("presentation");
  expect(picture?.getAttribute("src")).toBe(svgUrl(stickerOf("rapper-id")));
});

test("lets the viewer take back a vote", async () => {
  const onVote = vi.fn();
  render(<VerseCard verse={makeVerse()} peaks={[]} isVoted onVote={onVote} />);
  const vote = screen.getByRole("button", {
    name: `Vote for kabir on "Monsoon"`,
  });
  expect(vote.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(vote);
  expect(onVote).toHaveBeenCalledWith(false);
});

test("asks before deleting and names what is deleted", async () => {
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

test("reports a failed deletion and keeps the dialog open", async () => {
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

const answered = makeVerse({
  answers: {
    verseId: "verse9" as never, // ids are branded strings, and tests make their own
    rapper: { userId: "r9" as never, username: "zoya" },
  },
  ...{ answerCount: 2, firstAnswerId: "verse7" as never },
});

test("links to the verse that it answers and to the first that answers it", () => {
  render(<VerseCard verse={answered} peaks={[]} isVoted={false} />);
  const hrefOf = (name: string) =>
    screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("answers zoya")).toBe("/beats/beat1#verse-verse9");
  expect(hrefOf("2 answers")).toBe("/beats/beat1#verse-verse7");
  expect(screen.queryByRole("link", { name: /Answer/ })).toBeNull();
});

test("says in Hindi whom it answers, and how many answer it", () => {
  const language = "hi";
  render(<VerseCard verse={answered} peaks={[]} isVoted={false} />, {
    language,
  });
  expect(screen.getByRole("link", { name: "zoya को जवाब" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "2 जवाब" })).toBeTruthy();
});

test("says that the answered verse is deleted", () => {
  const verse = makeVerse({ answers: { verseId: null, rapper: null } });
  render(<VerseCard verse={verse} peaks={[]} isVoted={false} />);
  expect(screen.getByText("answers a deleted verse")).toBeTruthy();
});

test("offers to answer it to whoever may", () => {
  render(
    <VerseCard verse={makeVerse()} peaks={[]} isVoted={false} canAnswer />,
  );
  const door = screen.getByRole("link", { name: "Answer the verse by kabir" });
  expect(door.textContent).toBe("Answer");
  expect(door.getAttribute("href")).toBe("/beats/beat1?answer=verse1");
});

test("does not name a blocked rapper whom it answers", () => {
  const viewer = signedInAs("listener");
  if (viewer.status !== "signedIn") throw new Error("nobody is signed in");
  viewer.viewer.hiddenUserIds.push("r9" as never); // ids are branded strings
  render(<VerseCard verse={answered} peaks={[]} isVoted={false} />, {
    viewer,
  });
  expect(screen.queryByText(/zoya/)).toBeNull();
});
