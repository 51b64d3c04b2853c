import "./mantineStyles";
import { ConvexReactClient } from "convex/react";
import { watchHistory } from "../lib/historyGuard";
import { reactRoot } from "../lib/reactRoot";
import { currentLanguage } from "../texts/language";
import { loadTexts } from "../texts/loadTexts";
import { AppRoutes, preloadPage } from "./AppRoutes";
import { convexUrl } from "./env";
import { Providers } from "./Providers";

/** Everything behind the landing page: one connection, one router, for as long as the tab lives. */
export async function mountApp(): Promise<void> {
  preloadPage(window.location.pathname);
  const language = currentLanguage();
  const texts = await loadTexts(language);
  const client = new ConvexReactClient(convexUrl());
  watchHistory();
  reactRoot().render(
    <Providers client={client} language={language} texts={texts}>
      <AppRoutes />
    </Providers>,
  );
}
