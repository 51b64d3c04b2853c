import { logFailure } from "../../lib/logFailure";

/** Installs the service worker, or lets the browser look for a newer one. */
export async function registerWorker(): Promise<void> {
  // Browsers have no `serviceWorker` on insecure connections.
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/serviceWorker.js");
  } catch (error) {
    // Some browsers forbid service workers, for example in private windows.
    logFailure("installing the service worker failed", error);
  }
}
