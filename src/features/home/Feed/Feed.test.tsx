import { screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { render } from "../../../testing/render";
import { Feed, type FeedResult } from "./Feed";

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

it("says that loading has failed, and offers to try again", () => {
  show({ status: "error" });
  expect(
    screen.queryByText("Error loading content. Please try again."),
  ).not.toBeNull();
  expect(screen.queryByRole("button")).not.toBeNull();
  expect(screen.queryByText("No beats found")).toBeNull();
});

it("says that there is nothing only after the answer has come", () => {
  show({ status: "pending" });
  expect(screen.queryByText("No beats found")).toBeNull();
});

it("says that there is nothing", () => {
  show(page());
  expect(screen.queryByText("No beats found")).not.toBeNull();
});

it("shows what there is", () => {
  show(page("Gully"));
  expect(screen.queryByText("Gully")).not.toBeNull();
});
