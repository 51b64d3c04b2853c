import "./app/fonts";
import "./app/tokens.css";
import { createRoot } from "react-dom/client";
import { applyColorScheme, currentColorScheme } from "./lib/colorScheme";
import { hasStoredSession } from "./lib/storedSession";
import { applyLanguage, currentLanguage } from "./texts/language";

applyColorScheme(currentColorScheme());
applyLanguage(currentLanguage());

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no #root.");
const root = createRoot(container);

const loadApp = () => import("./app/mountApp");

async function showApp(): Promise<void> {
  const { mountApp } = await loadApp();
  await mountApp(root);
}

async function showLanding(): Promise<void> {
  const { mountLanding } = await import("./features/landing/mountLanding");
  const enter = (path: string) => {
    window.history.pushState(null, "", path);
    window.scrollTo(0, 0);
    void showApp();
  };
  await mountLanding(root, enter, () => void loadApp());
}

// A stranger at the door gets a page without router, Mantine or a connection; everybody else gets the app.
const isStranger = window.location.pathname === "/" && !hasStoredSession();
void (isStranger ? showLanding() : showApp());
