// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeVerse } from "../../../testing/content";
import { render } from "../../../testing/render";
import { TraySent } from "./TraySent";

const verse = makeVerse();

vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQuery_experimental: () => ({ status: "success", data: [verse] }),
}));

test("the verse comes first, then playing and sharing it, and where else to go comes last", async () => {
  const sent = {
    ...{ beatId: verse.beat.id, beatTitle: verse.beat.title },
    verseId: verse.id,
  };
  render(<TraySent sent={sent} onClose={() => {}} />);
  const more = await screen.findByRole("link", { name: /^While yours goes/ });
  const words = screen.getByText("Verse uploaded");
  const others = [
    words,
    screen.getByRole("link", { name: 'Your verse on "Monsoon"' }),
    screen.getByRole("button", { name: /^Play/ }),
    screen.getByRole("button", { name: /^Share/ }),
    screen.getByRole("button", { name: "Close" }),
  ];
  for (const other of others)
    expect(other.compareDocumentPosition(more)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
});
