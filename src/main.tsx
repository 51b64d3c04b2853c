import "./app/fonts";
import { preloadFonts, showFonts } from "./app/preloadFonts";
import "./app/tokens.css";
import "./app/print.css";
import { loadLandingTexts } from "./features/landing/landingTexts";
import { showsLandingPage } from "./lib/showsLandingPage";
import { START_FAILED } from "./app/startFailure";
import { currentLanguage } from "./texts/language";
import { loadTexts } from "./texts/loadTexts";

// This entry only decides what to show and does not import React, so that everything else downloads
// in parallel.
const loadApp = () => import("./app/mountApp");

async function showApp(): Promise<void> {
  const language = currentLanguage();
  void loadTexts(language);
  const { mountApp } = await loadApp();
  preloadFonts(language);
  await mountApp();
}

async function start(): Promise<void> {
  if (showsLandingPage()) await showLanding();
  else
    await showApp().catch(() => window.dispatchEvent(new Event(START_FAILED)));
}

async function showLanding(): Promise<void> {
  const language = currentLanguage();
  void loadLandingTexts(language);
  void showFonts(language);
  const { mountLanding } = await import("./features/landing/mountLanding");
  let entered: Promise<void> | null = null;
  const enter = (path: string) => {
    window.history.pushState(null, "", path);
    window.scrollTo(0, 0);
    // The address is already that of the app. After a reload, the page at this address reports what
    // is wrong.
    entered ??= showApp().catch(() => window.location.reload());
  };
  await mountLanding(enter, () => void loadApp());
}

/**
 * Set by `src/oldBrowser.js`, which has already told the visitor that the site cannot run in this
 * browser.
 */
const isOldBrowser = document.documentElement.dataset.page === "old";

if (!isOldBrowser) void start();
