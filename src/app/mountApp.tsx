import "./mantineStyles";
import "./forcedColors.css";
import { watchHistory } from "../lib/historyGuard";
import { renderPage } from "../lib/reactRoot";
import { currentLanguage } from "../texts/language";
import { loadTexts } from "../texts/loadTexts";
import { AppRoutes, preloadPage } from "./AppRoutes";
import { connect } from "./connect";
import { Providers } from "./Providers";

/**
 * Mounts everything except the landing page. Call it once: it opens the connection and creates the
 * router that the tab uses until it closes.
 */
export async function mountApp(): Promise<void> {
  const client = connect();
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
