import "./app/fonts";
import "./app/tokens.css";
import { loadLandingTexts } from "./features/landing/landingTexts";
import { isStrangerAtDoor } from "./lib/strangerAtDoor";
import { currentLanguage } from "./texts/language";
import { loadTexts } from "./texts/loadTexts";

// Only what decides is in here, not even React: all that is needed then comes at the same time.
const loadApp = () => import("./app/mountApp");

async function showApp(): Promise<void> {
  void loadTexts(currentLanguage());
  const { mountApp } = await loadApp();
  await mountApp();
}

async function showLanding(): Promise<void> {
  void loadLandingTexts(currentLanguage());
  const { mountLanding } = await import("./features/landing/mountLanding");
  const enter = (path: string) => {
    window.history.pushState(null, "", path);
    window.scrollTo(0, 0);
    void showApp();
  };
  await mountLanding(enter, () => void loadApp());
}

void (isStrangerAtDoor() ? showLanding() : showApp());
