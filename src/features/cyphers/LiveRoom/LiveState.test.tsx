// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ServerClock } from "../../../audio/room/serverClock";
import { render } from "../../../testing/render";
import { LiveState } from "./LiveState";
import { endedCypher } from "./testCypher";

const clock = new ServerClock();
const SOON = "The cypher ends after this turn.";
const said = () => screen.getByRole("status").textContent;

const asha = { userId: "asha", username: "Asha" };
const mic = { holder: asha, dueAt: 0, isSending: false };

test("a cypher is complete once its last verse has been heard, not before", () => {
  const state = { cypher: endedCypher(), isHolder: false, clock };
  const { unmount } = render(<LiveState {...state} isEcho />);
  expect(said()).toBe(SOON);
  unmount();
  render(<LiveState {...state} isEcho={false} />);
  expect(said()).toBe("This cypher is complete: 2 verses.");
});

test("all read that the cypher ends after a turn, also whoever has the mic", () => {
  const cypher = endedCypher({ isOpen: true, endReason: "host", mic });
  const state = { cypher, clock, isEcho: false };
  const { unmount } = render(<LiveState {...state} isHolder={false} />);
  expect(said()).toBe(`Asha has the mic. ${SOON}`);
  unmount();
  render(<LiveState {...state} isHolder />);
  expect(said()).toBe(SOON);
});
