// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import type { HomeView } from "../homeView";
import { HomeFilters } from "./HomeFilters";

const view: HomeView = {
  tab: "beats",
  sort: "recent",
  genre: "Trap",
  state: null,
  page: 1,
};

function show(part: Partial<HomeView> = {}) {
  const onChange = vi.fn();
  render(<HomeFilters view={{ ...view, ...part }} onChange={onChange} />);
  return onChange;
}

const list = (name: string) => screen.getByRole("combobox", { name });

test("reports each choice, and null for all genres", async () => {
  const onChange = show();
  await userEvent.selectOptions(list("Sort by"), "Popular");
  await userEvent.selectOptions(list("State"), "Kerala");
  await userEvent.selectOptions(list("Genre"), "All genres");
  expect(onChange.mock.calls).toEqual([
    [{ sort: "popular" }],
    [{ state: "Kerala" }],
    [{ genre: null }],
  ]);
});

test("hides the genre and state filters for verses", () => {
  show({ tab: "verses" });
  expect(screen.getAllByRole("combobox")).toEqual([list("Sort by")]);
});
