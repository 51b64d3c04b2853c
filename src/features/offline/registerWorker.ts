import { logFailure } from "../../lib/logFailure";

/** Installs the service worker, or lets the browser look for a newer one. */
export async function registerWorker(): Promise<void> {
  // Absent where the connection is not secure.
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/serviceWorker.js");
  } catch (error) {
    // Some browsers forbid it, for example in private windows.
    logFailure("installing the service worker failed", error);
  }
}
