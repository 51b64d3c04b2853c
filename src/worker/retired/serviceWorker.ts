/**
 * Replaces the service worker if the operator has switched it off: removes what the old one stored,
 * and then unregisters itself. Open pages stay as they are and load from the server.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", () => void self.skipWaiting());

self.addEventListener("activate", (event) => event.waitUntil(retire()));

async function retire(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

export {};
