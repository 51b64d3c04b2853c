import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { showToast } from "../../lib/toast";
import { render } from "../../testing/render";
import { Toasts } from "./Toasts";

it("shows what was said before the stack was there", async () => {
  render(<Toasts />);
  showToast("Error signing out", { isFailure: true });
  expect(await screen.findByText("Error signing out")).toBeTruthy();
});
