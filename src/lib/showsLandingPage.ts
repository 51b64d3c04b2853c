import { hasStoredSession } from "./storedSession";

/**
 * Returns true for visitors without a session at "/". They see the landing page, which needs no
 * router, Mantine or connection; everyone else gets the app.
 */
export function showsLandingPage(): boolean {
  return window.location.pathname === "/" && !hasStoredSession();
}
