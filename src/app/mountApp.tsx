import "./mantineStyles";
import { ConvexReactClient } from "convex/react";
import { watchHistory } from "../lib/historyGuard";
import { renderPage } from "../lib/reactRoot";
import { currentLanguage } from "../texts/language";
import { loadTexts } from "../texts/loadTexts";
import { AppRoutes, preloadPage } from "./AppRoutes";
import { convexUrl } from "./env";
import { Providers } from "./Providers";

/** Everything behind the landing page: one connection, one router, for as long as the tab lives. */
export async function mountApp(): Promise<void> {
  const client = new ConvexReactClient(convexUrl());
  // Asking opens the connection: it need not wait for the first component that wants something.
  client.connectionState();
  // A failure comes up again, for people to see, when the page is shown.
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
