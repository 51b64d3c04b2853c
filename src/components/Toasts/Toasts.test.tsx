// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { showToast } from "../../lib/showToast";
import { render } from "../../testing/render";
import { Toasts } from "./Toasts";

test("shows a toast sent before the stack has loaded", async () => {
  render(<Toasts />);
  showToast("Error signing out", { isFailure: true });
  expect(await screen.findByText("Error signing out")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Close" })).toBeTruthy();
});
