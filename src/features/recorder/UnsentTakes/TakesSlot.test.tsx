// @vitest-environment jsdom
import { Blob as StorableBlob } from "node:buffer";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { TakeStore } from "../../../audio/store/takeStore";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { TakesSlot } from "./TakesSlot";

const viewer = signedInAs("rapper");
const userId = viewer.status === "signedIn" ? viewer.viewer.userId : "";

const take = {
  ...{ id: "take-1", userId, beatId: "b1" },
  ...{ mimeType: "audio/webm", createdAt: 1 },
};

/** A page whose recorder is closed with each click. */
function Page() {
  const [visits, setVisits] = useState(0);
  return (
    <>
      <button onClick={() => setVisits(visits + 1)}>Close</button>
      <TakesSlot beatId="b1" onOpen={() => undefined} visit={visits} />
    </>
  );
}

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("IDBKeyRange", IDBKeyRange);
  // jsdom's Blob cannot be stored in IndexedDB.
  vi.stubGlobal("Blob", StorableBlob);
});

test("finds a take that was left after the slot was first shown", async () => {
  render(<Page />, { viewer });
  await waitFor(async () =>
    expect(await indexedDB.databases()).toHaveLength(1),
  );
  expect(screen.queryByText("You have an unsent take")).toBeNull();

  await new TakeStore().begin(take, new Blob(["sound"]));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(await screen.findByText("You have an unsent take")).toBeTruthy();
});
