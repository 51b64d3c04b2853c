// @vitest-environment jsdom
import type { ConnectionState } from "convex/browser";
import { afterEach, expect, test, vi } from "vitest";
import { whenConnected } from "./whenConnected";

afterEach(() => vi.restoreAllMocks());

function fakeClient(isWebSocketConnected: boolean) {
  const state = { isWebSocketConnected } as ConnectionState; // nothing else is read
  const listeners = new Set<(state: ConnectionState) => void>();
  return {
    listeners,
    connectionState: () => state,
    subscribeToConnectionState: (
      listener: (state: ConnectionState) => void,
    ) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    connect: () => {
      state.isWebSocketConnected = true;
      for (const listener of listeners) listener(state);
    },
  };
}

test("resolves at once where there is a connection, and listens no longer", async () => {
  const client = fakeClient(true);
  await whenConnected(client);
  expect(client.listeners.size).toBe(0);
});

test("waits for the connection to the server", async () => {
  const client = fakeClient(false);
  const resolved = vi.fn();
  void whenConnected(client).then(resolved);
  await Promise.resolve();
  expect(resolved).not.toHaveBeenCalled();
  client.connect();
  await expect.poll(() => resolved).toHaveBeenCalled();
  expect(client.listeners.size).toBe(0);
});

test("waits for the network, although the socket does not know yet", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const resolved = vi.fn();
  void whenConnected(fakeClient(true)).then(resolved);
  await Promise.resolve();
  expect(resolved).not.toHaveBeenCalled();
  onLine.mockReturnValue(true);
  dispatchEvent(new Event("online"));
  await expect.poll(() => resolved).toHaveBeenCalled();
});
