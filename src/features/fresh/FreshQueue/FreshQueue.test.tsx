// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ears as hindi } from "../../../texts/hi/ears";
import { ears as english } from "../../../texts/en/ears";
import { render } from "../../../testing/render";
import { FreshQueue } from "./FreshQueue";

const query = vi.hoisted(() => vi.fn());

vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useConvex: () => client,
}));
const client = { query };

test.each([
  ["en", english],
  ["hi", hindi],
] as const)(
  "the end is said by a live region that was there before, in %s",
  async (language, t) => {
    const answer = Promise.withResolvers<object>();
    query.mockReturnValue(answer.promise);
    render(<FreshQueue />, { language });
    const regions = await screen.findAllByRole("status");
    // The other regions say that the page loads.
    const region = regions.find(({ textContent }) => textContent === "");
    answer.resolve({ items: [], next: null });
    await waitFor(() => expect(region?.textContent).toContain(t.empty));
  },
);
