// @vitest-environment jsdom
import type { FeedResult } from "./feedResult";
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { render } from "../../testing/render";
import { Feed } from "./Feed";

function show(result: FeedResult<string>) {
  render(
    <Feed result={result} empty={<p>No beats found</p>} onTurn={vi.fn()}>
      {(titles) => titles.map((title) => <p key={title}>{title}</p>)}
    </Feed>,
  );
}

const page = (...items: string[]): FeedResult<string> => ({
  status: "success",
  data: { items, page: 1, pageCount: 1 },
});

test("shows that loading has failed and offers to try again", () => {
  show({ status: "error" });
  expect(
    screen.queryByText("Error loading content. Please try again."),
  ).not.toBeNull();
  expect(screen.queryByRole("button")).not.toBeNull();
  expect(screen.queryByText("No beats found")).toBeNull();
});

test("does not show the empty state before the answer arrives", () => {
  show({ status: "pending" });
  expect(screen.queryByText("No beats found")).toBeNull();
});

test("shows the empty state for an empty page", () => {
  show(page());
  expect(screen.queryByText("No beats found")).not.toBeNull();
});

test("shows the items", () => {
  show(page("Gully"));
  expect(screen.queryByText("Gully")).not.toBeNull();
});
