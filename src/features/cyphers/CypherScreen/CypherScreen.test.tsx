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

test("a slow cypher plays its beat, also before its first verse", () => {
  const beat = makeBeat({ title: "Rain" });
  const cypher = endedCypher({ beat, pace: "slow", verses: [] });
  render(<CypherScreen cypher={cypher} own={null} problem={null} />, {
    viewer: signedInAs("listener"),
  });
  expect(screen.getByRole("button", { name: "Play Rain" })).toBeTruthy();
  expect(screen.getByText("0:00/1:01")).toBeTruthy();
  expect(screen.getByRole("button", { name: /^Share/ })).toBeTruthy();
});
