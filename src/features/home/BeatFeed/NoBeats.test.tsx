// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { NoBeats } from "./NoBeats";

test("clears filters that nothing matches", async () => {
  const onClear = vi.fn();
  render(<NoBeats onClear={onClear} />);
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(onClear).toHaveBeenCalledOnce();
});

test("offers the upload to producers only", () => {
  const { unmount } = render(<NoBeats />, { viewer: signedInAs("producer") });
  const link = screen.getByRole("link", { name: "Drop the first one" });
  expect(link.getAttribute("href")).toBe("/upload");
  unmount();
  render(<NoBeats />, { viewer: signedInAs("listener") });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("No beats found")).toBeTruthy();
});
