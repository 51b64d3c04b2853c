// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { render } from "../../../testing/render";
import { MixProgress } from "./MixProgress";

test("shows how much is mixed, and tells a screen reader only what is happening", () => {
  render(<MixProgress percent={47} />);
  expect(screen.getByRole("status").textContent).toBe("Mixing your take…");
  const bar = screen.getByRole("progressbar", { name: "Mixing your take…" });
  expect(bar.getAttribute("aria-valuenow")).toBe("47");
  expect(screen.getByText("47%")).toBeTruthy();
});
