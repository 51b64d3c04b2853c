// @vitest-environment jsdom
import { act, render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { MovedContext } from "./movedContext";
import { useIsPainted } from "./useIsPainted";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns the hook's result in each render. */
function answers({ isPhone = true, hasMoved = false }): boolean[] {
  vi.stubGlobal("matchMedia", () => ({ matches: isPhone }));
  const said: boolean[] = [];
  function Below() {
    said.push(useIsPainted());
    return null;
  }
  act(() => {
    render(
      <MovedContext value={hasMoved}>
        <Below />
      </MovedContext>,
    );
  });
  return said;
}

test("a phone draws what is below the first screen right after the rest", () => {
  expect(answers({})).toEqual([false, true]);
});

test.each([{ isPhone: false }, { hasMoved: true }])(
  "everything is drawn at once otherwise: %o",
  (where) => {
    expect(answers(where)).toEqual([true]);
  },
);
