// @vitest-environment jsdom
import { Blob as StorableBlob } from "node:buffer";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { IDBFactory } from "fake-indexeddb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
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

// One factory for all tests, because the app's outbox opens its database once.
const databases = new IDBFactory();

beforeEach(() => {
  vi.stubGlobal("indexedDB", databases);
  // jsdom's Blob cannot be stored in IndexedDB.
  vi.stubGlobal("Blob", StorableBlob);
});

// Other test files run in the same worker.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

test("asks before it stops sending a take that is nowhere else, and keeps it until then", async () => {
  const store = new OutboxStore();
  await store.add({ ...paused, isKept: false }, new Blob(["sound"]));
  show();
  await userEvent.click(
    await screen.findByRole("button", { name: "Stop sending" }),
  );
  const lose = await screen.findByRole("button", { name: "Lose this take" });
  expect(await store.list("u1")).toHaveLength(1);
  await userEvent.click(lose);
  await waitFor(async () => expect(await store.list("u1")).toEqual([]));
});
