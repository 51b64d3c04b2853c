// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import { HeardBy } from "./HeardBy";

const heard = vi.hoisted(() => ({ count: 0 }));

vi.mock("convex/react", async (original) => ({
  ...(await original<object>()),
  useQuery_experimental: () => ({
    status: "success",
    data: [{ contentId: "beat1", heard: heard.count }],
  }),
}));

test.each([
  [0, 0, "Heard by 0"],
  [3, 3, "Heard by 3"],
  [0, 9, null],
  [9, 40, null],
  [10, 40, "Heard by 10 or more"],
])("with %i listens and %i votes says %s", (count, votes, text) => {
  heard.count = count;
  render(<HeardBy contentId="beat1" votes={votes} />);
  expect(screen.queryByText(/^Heard by/)?.textContent ?? null).toBe(text);
});
