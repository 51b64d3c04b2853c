// @vitest-environment jsdom
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { expect, test } from "vitest";
import type { ActTarget } from "../../../convex/shared/permissions";
import { signedInAs } from "../../testing/people";
import { render } from "../../testing/render";
import { useVoteHandler } from "./useVoteHandler";

const client = new ConvexReactClient("http://127.0.0.1:1"); // never asked
const ME = "listener-id";

function mayVote(target: ActTarget): boolean {
  let onVote: unknown;
  function Probe() {
    onVote = useVoteHandler("verse", "verse1", target);
    return null;
  }
  render(
    <ConvexProvider client={client}>
      <Probe />
    </ConvexProvider>,
    { viewer: signedInAs("listener", ME) },
  );
  return onVote !== undefined;
}

test.each([
  [true, "another's verse", { ownerId: "a", beatProducerId: "b" }],
  [false, "their own earlier verse", { ownerId: ME, beatProducerId: "b" }],
  [false, "a verse on their own beat", { ownerId: "a", beatProducerId: ME }],
])("that a listener may vote is %s for %s", (isAllowed, _, target) => {
  expect(mayVote(target)).toBe(isAllowed);
});
