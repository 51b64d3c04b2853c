import "./mantineStyles";
import "./forcedColors.css";
import { watchHistory } from "../lib/historyGuard";
import { keepPresses } from "../lib/keepPresses";
import { renderPage } from "../lib/reactRoot";
import { dropLeftZips } from "../lib/zipFolder";
import { currentLanguage } from "../texts/language";
import { loadTexts } from "../texts/loadTexts";
import { cleanAddress } from "../routing/withoutSentence";
import { AppRoutes, preloadPage } from "./AppRoutes";
import { connect } from "./connect";
import { Providers } from "./Providers";

// How a page starts:
// 1. The build makes `index.html`, the landing page in both languages, and `200.html`, the shell of
//    every other address. Any static host can serve them; `SITE_URL` is the address in previews.
// 2. Each has one script, `firstPaint.ts`, which chooses language and colours before the first
//    paint. The backend allows it by its digest; a proxy with a content security policy of its own
//    has to pass the backend's on.
// 3. If the browser has a session, this script asks over HTTP who is signed in and what the page
//    shows first (`routing/firstQueries.ts`), so that the answers are there when the code is. The
//    live connection takes several round trips more.
// 4. For `/home` and the pages of beats it fills a skeleton, drawn by the build from the components
//    of the page, with the first title (`skeleton/`). Nothing moves when the app replaces it.
// 5. Only then does it ask for the code of the app, which the shell does not name: on a slow phone,
//    every download that a document names delays the script.
// 6. `main.tsx` decides what to show, and `mountApp` shows it.
// On the landing page and the public pages, parts marked `data-later`, fonts and code wait for the
// first frame.

/**
 * Mounts everything except the landing page. Call it once: it opens the connection and creates the
 * router that the tab uses until it closes.
 */
export async function mountApp(): Promise<void> {
  cleanAddress();
  const client = connect();
  // A page that fails to preload fails again when it is shown, and is reported there.
  preloadPage(client, window.location).catch(() => undefined);
  const language = currentLanguage();
  const texts = await loadTexts(language);
  watchHistory();
  keepPresses();
  renderPage(
    <Providers client={client} language={language} texts={texts}>
      <AppRoutes />
    </Providers>,
  );
  void dropLeftZips();
}
