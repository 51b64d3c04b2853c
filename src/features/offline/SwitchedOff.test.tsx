// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { fakeCaches } from "../../testing/fakeCaches";
import { render } from "../../testing/render";
import { SwitchedOff } from "./SwitchedOff";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("removes all that is stored, also what an open page of an earlier version has stored again", async () => {
  vi.stubGlobal("caches", fakeCaches());
  for (const name of ["kept-answers asha|1", "fonts", "workbox-precache-v2"])
    await caches.open(name);
  render(<SwitchedOff />);
  await waitFor(async () => expect(await caches.keys()).toEqual([]));
});
