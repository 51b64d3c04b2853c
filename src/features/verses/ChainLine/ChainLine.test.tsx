// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { makeVerse } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { ChainLine } from "./ChainLine";

test.each([
  ["is there for a rapper", signedInAs("rapper", "another"), 1],
  ["is absent on one's own verse", signedInAs("rapper"), 0],
  ["is absent for a listener", signedInAs("listener"), 0],
])("before the key to answer comes, its row %s", (_where, viewer, expected) => {
  render(
    <section aria-label="line">
      <ChainLine verse={makeVerse()} canAnswer={false} />
    </section>,
    { viewer },
  );
  expect(screen.getByRole("region").childElementCount).toBe(expected);
});
