import { useState, useSyncExternalStore } from "react";
import {
  type ColorScheme,
  chooseColorScheme,
  currentColorScheme,
} from "../../lib/colorScheme";
import { logFailure } from "../../lib/logFailure";
import { type Language, chooseLanguage } from "../../texts/language";
import { Landing } from "./Landing/Landing";
import { type LandingTexts, loadLandingTexts } from "./landingTexts";

interface LandingRootProps {
  initialLanguage: Language;
  initialTexts: LandingTexts;
  onEnter: (path: string) => void;
  onApproach: () => void;
}

/**
 * The landing page outside the app. Keeps the language and the colour scheme in its own state; in
 * the app, the providers do that.
 */
export function LandingRoot({
  initialLanguage,
  initialTexts,
  onEnter,
  onApproach,
}: LandingRootProps) {
  const [chosenScheme, setChosenScheme] = useState<ColorScheme | null>(null);
  const foundScheme = useSyncExternalStore<ColorScheme>(
    neverChanges,
    currentColorScheme,
    () => "dark", // The prerendered scheme; CSS picks the right icon, so no difference is visible.
  );
  const [{ language, texts }, setTexts] = useState({
    language: initialLanguage,
    texts: initialTexts,
  });

  const handleLanguage = async (next: Language) => {
    try {
      const nextTexts = await loadLandingTexts(next);
      chooseLanguage(next);
      setTexts({ language: next, texts: nextTexts });
    } catch (error) {
      logFailure("changing the language failed", error);
      window.alert(texts.common.languageFailed); // this page cannot show toasts
    }
  };

  return (
    <Landing
      texts={texts}
      language={language}
      scheme={chosenScheme ?? foundScheme}
      onLanguageChange={(next) => void handleLanguage(next)}
      onSchemeChange={(next) => {
        chooseColorScheme(next);
        setChosenScheme(next);
      }}
      onEnter={onEnter}
      onApproach={onApproach}
    />
  );
}

const neverChanges = () => () => undefined;
