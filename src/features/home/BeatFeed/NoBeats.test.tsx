import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { NoBeats } from "./NoBeats";

it("takes filters off that nothing matches", async () => {
  const onClear = vi.fn();
  render(<NoBeats onClear={onClear} />);
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(onClear).toHaveBeenCalledOnce();
});

it("leads a producer from an empty place to the upload, and nobody else", () => {
  const { unmount } = render(<NoBeats />, { viewer: signedInAs("producer") });
  const link = screen.getByRole("link", { name: "Drop the first one" });
  expect(link.getAttribute("href")).toBe("/upload");
  unmount();
  render(<NoBeats />, { viewer: signedInAs("listener") });
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("No beats found")).toBeTruthy();
});
