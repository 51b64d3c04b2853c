// @vitest-environment jsdom
import { Blob as StorableBlob } from "node:buffer";
import { screen, waitFor } from "@testing-library/react";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import { OutboxStore } from "../outboxStore";
import { OutboxSlot } from "./OutboxSlot";

const paused = {
  ...{ id: "take-1", userId: "u1", beatId: "b1", beatTitle: "Monsoon" },
  ...{ mimeType: "audio/webm", peaks: [1], durationMs: 1000, createdAt: 1 },
  ...{ percent: 40, isPaused: true, problem: null, uploadId: null },
  extras: {},
};

const client = new ConvexReactClient("https://backend.example");

const show = () =>
  render(
    <ConvexProvider client={client}>
      <OutboxSlot userId="u1" />
    </ConvexProvider>,
  );

beforeEach(() => {
  vi.stubGlobal("indexedDB", new IDBFactory());
  // jsdom's Blob cannot be stored in IndexedDB.
  vi.stubGlobal("Blob", StorableBlob);
});

test("stays away from a browser with an empty outbox", async () => {
  show();
  await waitFor(async () =>
    expect(await indexedDB.databases()).toHaveLength(1),
  );
  expect(screen.queryByRole("region")).toBeNull();
});

test("finds what an earlier visit left, without any other mark of it", async () => {
  await new OutboxStore().add(paused, new Blob(["sound"]));
  localStorage.clear();
  show();
  expect(await screen.findByText("Paused, 40% sent")).toBeTruthy();
});
