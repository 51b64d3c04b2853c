import "./mantineStyles";
import "./forcedColors.css";
import { ConvexReactClient } from "convex/react";
import { watchHistory } from "../lib/historyGuard";
import { renderPage } from "../lib/reactRoot";
import { currentLanguage } from "../texts/language";
import { loadTexts } from "../texts/loadTexts";
import { AppRoutes, preloadPage } from "./AppRoutes";
import { Providers } from "./Providers";

/**
 * Mounts everything except the landing page. Call it once: it opens the connection and creates the
 * router that the tab uses until it closes.
 */
export async function mountApp(): Promise<void> {
  const client = new ConvexReactClient(convexUrl());
  // Reading the state opens the connection now, before the first component needs it.
  client.connectionState();
  // A page that fails to preload fails again when it is shown, and is reported there.
  preloadPage(client, window.location).catch(() => undefined);
  const language = currentLanguage();
  const texts = await loadTexts(language);
  watchHistory();
  renderPage(
    <Providers client={client} language={language} texts={texts}>
      <AppRoutes />
    </Providers>,
  );
}

/**
 * The backend's URL: `VITE_CONVEX_URL` if it is set (in development), otherwise the origin of the
 * page.
 */
function convexUrl(): string {
  const override: unknown = import.meta.env.VITE_CONVEX_URL;
  return typeof override === "string" && override !== ""
    ? override
    : window.location.origin;
}
