// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { appPlayer } from "../../../audio/player/appPlayer";
import { readEqualChoice } from "../../../audio/player/equalChoice";
import * as toasts from "../../../lib/showToast";
import { render } from "../../../testing/render";
import { EqualButton } from "./EqualButton";

afterEach(() => {
  vi.restoreAllMocks();
  appPlayer.setEqual(true);
  localStorage.clear();
});

test("switches equal loudness off and on, says so, and remembers it", async () => {
  const said = vi.spyOn(toasts, "showToast").mockReturnValue();
  expect(readEqualChoice()).toBe(true);
  render(<EqualButton />);
  const button = screen.getByRole("button", { name: "Equal loudness" });
  expect(button.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(button);
  expect(button.getAttribute("aria-pressed")).toBe("false");
  expect(appPlayer.getState().isEqual).toBe(false);
  expect(said).toHaveBeenLastCalledWith(
    "Everything plays as loud as it was uploaded.",
  );
  expect(readEqualChoice()).toBe(false);
  await userEvent.click(button);
  expect(appPlayer.getState().isEqual).toBe(true);
  expect(said).toHaveBeenLastCalledWith("Everything plays equally loud.");
  expect(readEqualChoice()).toBe(true);
});

test("is not there where the volume cannot be set", () => {
  const state = { ...appPlayer.getState(), isVolumeFixed: true };
  vi.spyOn(appPlayer, "getState").mockReturnValue(state);
  render(<EqualButton />);
  expect(screen.queryByRole("button")).toBeNull();
});
