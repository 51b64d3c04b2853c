// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { appPlayer } from "../../../audio/player/appPlayer";
import { readEqualChoice } from "../../../audio/player/equalChoice";
import { render } from "../../../testing/render";
import { EqualButton } from "./EqualButton";

afterEach(() => {
  appPlayer.setEqual(true);
  localStorage.clear();
});

test("switches equal loudness off and on, and remembers it", async () => {
  expect(readEqualChoice()).toBe(true);
  render(<EqualButton />);
  const button = screen.getByRole("button", { name: "Equal loudness" });
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("false");
  expect(appPlayer.getState().isEqual).toBe(false);
  expect(readEqualChoice()).toBe(false);
  await userEvent.click(button);
  expect(appPlayer.getState().isEqual).toBe(true);
  expect(readEqualChoice()).toBe(true);
});
