// @vitest-environment jsdom
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import { Waveform } from "./Waveform";

afterEach(() => {
  vi.restoreAllMocks();
});

const DURATION_MS = 100_000;

/** Shows a waveform that is 100 px wide, so one pixel is one second. */
function show({ isDisabled = false } = {}) {
  const onSeek = vi.fn<(ms: number) => void>();
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(
    new DOMRect(0, 0, 100, 48),
  );
  render(
    <Waveform
      {...{ peaks: [], title: "Night", elapsedMs: 0, isDisabled, onSeek }}
      durationMs={DURATION_MS}
    />,
  );
  const wave = screen.getByRole("slider");
  const at = (pointerType: string, clientX: number, buttons: number) => ({
    ...{ pointerType, clientX, buttons },
  });
  return {
    ...{ wave, onSeek },
    down: (type: string, x: number) =>
      fireEvent.pointerDown(wave, at(type, x, 1)),
    move: (type: string, x: number) =>
      fireEvent.pointerMove(wave, at(type, x, 1)),
    up: (type: string, x: number) => fireEvent.pointerUp(wave, at(type, x, 0)),
    cancel: () => fireEvent.pointerCancel(wave, at("touch", 0, 0)),
    click: (x: number) => fireEvent.click(wave, { clientX: x }),
  };
}

test("a mouse seeks when it is pressed and while it drags", () => {
  const { down, move, up, click, onSeek } = show();
  down("mouse", 20);
  expect(onSeek.mock.lastCall).toEqual([20_000]);
  move("mouse", 30);
  expect(onSeek.mock.lastCall).toEqual([30_000]);
  up("mouse", 30);
  click(30);
  expect(onSeek).toHaveBeenCalledTimes(2);
});

test("a finger that scrolls the page does not seek", () => {
  const { down, move, cancel, click, onSeek } = show();
  down("touch", 20);
  move("touch", 24);
  cancel();
  move("touch", 60);
  click(60);
  expect(onSeek).not.toHaveBeenCalled();
});

test("a tap seeks once, with the click", () => {
  const { down, move, up, click, onSeek } = show();
  down("touch", 20);
  move("touch", 22);
  up("touch", 22);
  expect(onSeek).not.toHaveBeenCalled();
  click(22);
  expect(onSeek.mock.calls).toEqual([[22_000]]);
});

test("a finger that drags shows where it is, and seeks when it is lifted", () => {
  const { down, move, up, click, wave, onSeek } = show();
  down("touch", 20);
  move("touch", 50);
  expect(wave.getAttribute("aria-valuenow")).toBe("50");
  expect(onSeek).not.toHaveBeenCalled();
  up("touch", 60);
  click(60);
  expect(onSeek.mock.calls).toEqual([[60_000]]);
  expect(wave.getAttribute("aria-valuenow")).toBe("0");
});

test("nothing seeks while it is disabled", () => {
  const { down, move, up, click, onSeek } = show({ isDisabled: true });
  for (const type of ["mouse", "touch"]) {
    down(type, 20);
    move(type, 50);
    up(type, 50);
    click(50);
  }
  expect(onSeek).not.toHaveBeenCalled();
});
