import type { ConvexReactClient } from "convex/react";

type Client = Pick<
  ConvexReactClient,
  "connectionState" | "subscribeToConnectionState"
>;

/** Resolves as soon as the backend can be reached. A call made earlier would wait in the client. */
export function whenConnected(client: Client): Promise<void> {
  const isConnected = () =>
    navigator.onLine && client.connectionState().isWebSocketConnected;
  return new Promise((resolve) => {
    const check = () => {
      if (!isConnected()) return;
      unsubscribe();
      removeEventListener("online", check);
      resolve();
    };
    const unsubscribe = client.subscribeToConnectionState(check);
    addEventListener("online", check);
    check();
  });
}
