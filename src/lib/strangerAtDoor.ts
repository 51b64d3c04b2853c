import { hasStoredSession } from "./storedSession";

/** Who gets the landing page: a page without router, Mantine or a connection. Everybody else gets the app. */
export function isStrangerAtDoor(): boolean {
  return window.location.pathname === "/" && !hasStoredSession();
}
