import "./app/fonts";
import "./app/tokens.css";
import { loadLandingTexts } from "./features/landing/landingTexts";
import { applyColorScheme, currentColorScheme } from "./lib/colorScheme";
import { hasStoredSession } from "./lib/storedSession";
import { applyLanguage, currentLanguage } from "./texts/language";
import { loadTexts } from "./texts/loadTexts";

// Only what decides is in here, not even React: all that is needed then comes at the same time.
const language = currentLanguage();
applyColorScheme(currentColorScheme());
applyLanguage(language);

const loadApp = () => import("./app/mountApp");

async function showApp(): Promise<void> {
  void loadTexts(currentLanguage());
  const { mountApp } = await loadApp();
  await mountApp();
}

async function showLanding(): Promise<void> {
  void loadLandingTexts(language);
  const { mountLanding } = await import("./features/landing/mountLanding");
  const enter = (path: string) => {
    window.history.pushState(null, "", path);
    window.scrollTo(0, 0);
    void showApp();
  };
  await mountLanding(enter, () => void loadApp());
}

// A stranger at the door gets a page without router, Mantine or a connection; everybody else gets the app.
const isStranger = window.location.pathname === "/" && !hasStoredSession();
void (isStranger ? showLanding() : showApp());
