// @vitest-environment jsdom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { OwnCypher } from "../../../../convex/shared/cyphers";
import { render } from "../../../testing/render";
import { LineKeys } from "./LineKeys";
import { endedCypher } from "./testCypher";

const setLine = vi.hoisted(() => vi.fn<(args: unknown) => Promise<void>>());
vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useMutation: () => setLine,
}));

const own = {
  ...{ mayTake: false, mayEnd: false, reason: null },
  ...{ mayWait: false, isWaiting: false },
};

const cypher = endedCypher({ isOpen: true, endReason: null });

/** Completes the server's answer to the last press. */
let answer = () => {};

function Keys() {
  const [isInLine, setIsInLine] = useState(false);
  setLine.mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = () => {
          setIsInLine(!isInLine);
          resolve();
        };
      }),
  );
  // the fields that the keys read
  const line = { ...own, isInLine, mayJoin: !isInLine } as OwnCypher;
  return <LineKeys cypher={cypher} own={line} />;
}

test("getting in line and out of it is one key, which keeps the focus and takes one press at a time", async () => {
  render(<Keys />);
  const key = screen.getByRole("button", { name: "Get in line" });
  await userEvent.click(key);
  await userEvent.click(key);
  const { id: cypherId } = cypher;
  expect(setLine.mock.calls).toEqual([[{ cypherId, isInLine: true }]]);
  expect(document.activeElement).toBe(key);
  await act(async () => answer());
  expect(key.textContent).toBe("Leave the line");
  expect(document.activeElement).toBe(key);
  await userEvent.click(key);
  expect(setLine).toHaveBeenLastCalledWith({ cypherId, isInLine: false });
});
