import { useState, useSyncExternalStore } from "react";
import {
  type ColorScheme,
  chooseColorScheme,
  currentColorScheme,
} from "../../lib/colorScheme";
import { type Language, chooseLanguage } from "../../texts/language";
import { Landing } from "./Landing/Landing";
import { type LandingTexts, loadLandingTexts } from "./landingTexts";

interface LandingRootProps {
  initialLanguage: Language;
  initialTexts: LandingTexts;
  onEnter: (path: string) => void;
  onApproach: () => void;
}

/** The landing page on its own: keeps the two choices that the app keeps elsewhere. */
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
    () => "dark", // What the build draws; nobody sees a difference.
  );
  const [{ language, texts }, setTexts] = useState({
    language: initialLanguage,
    texts: initialTexts,
  });

  const handleLanguage = async (next: Language) => {
    const nextTexts = await loadLandingTexts(next);
    chooseLanguage(next);
    setTexts({ language: next, texts: nextTexts });
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
