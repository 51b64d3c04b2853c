// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { makeBeat } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { endedCypher } from "../LiveRoom/testCypher";
import { CypherScreen } from "./CypherScreen";

vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useMutation: () => vi.fn(),
  useQuery_experimental: () => ({ status: "pending" }),
}));

// A room would open an audio context, which jsdom does not have.
vi.mock("../LiveRoom/LiveRoom", () => ({ LiveRoom: () => null }));

const slow = { pace: "slow" };
const announced = { pace: "live", startsAt: Date.UTC(2026, 10, 27, 15, 30) };
const open = { pace: "live", isOpen: true, endReason: null };
const ended = { pace: "live" };
const member = signedInAs("listener");

test.each([
  ["a slow cypher plays its beat, also before its first verse", slow, 1],
  ["an announced cypher plays its beat", announced, 1],
  ["a room that is open has no second player", open, 0],
  ["a room that is over has its beat", ended, 1],
])("%s", (_what, state, players) => {
  const beat = makeBeat({ title: "Rain" });
  const cypher = endedCypher({ beat, verses: [], ...state });
  render(<CypherScreen cypher={cypher} own={null} problem={null} />, {
    viewer: member,
  });
  const play = screen.queryAllByRole("button", { name: "Play Rain" });
  expect(play).toHaveLength(players);
  expect(screen.getByRole("button", { name: /^Share/ })).toBeTruthy();
});

test.each([
  ["while people are in its room", open, 1],
  ["not before", announced, 0],
  ["not after", ended, 0],
  ["never if it is slow", { pace: "slow", isOpen: true, endReason: null }, 0],
])("a cypher is marked as live %s", (_when, state, marks) => {
  const cypher = endedCypher({ beat: makeBeat(), verses: [], ...state });
  render(<CypherScreen cypher={cypher} own={null} problem={null} />, {
    viewer: member,
  });
  expect(screen.queryAllByText("LIVE")).toHaveLength(marks);
});
