import {
  type ReactNode,
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from "react";
import { logFailure } from "../lib/logFailure";
import { showToast } from "../lib/showToast";
import { type Language, applyLanguage, chooseLanguage } from "./language";
import { loadTexts } from "./loadTexts";
import type { Texts } from "./texts";

interface TextsContextValue {
  language: Language;
  texts: Texts;
  setLanguage: (language: Language) => void;
}

const TextsContext = createContext<TextsContextValue | null>(null);

interface TextsProviderProps {
  initialLanguage: Language;
  initialTexts: Texts;
  children: ReactNode;
}

/**
 * Provides the texts of one language. The other language is loaded when the viewer switches to it.
 */
export function TextsProvider({
  initialLanguage,
  initialTexts,
  children,
}: TextsProviderProps) {
  const [current, setCurrent] = useState({
    language: initialLanguage,
    texts: initialTexts,
  });

  useEffect(() => applyLanguage(current.language), [current.language]);

  const { languageFailed } = current.texts.common;
  const setLanguage = useCallback(
    (language: Language) => {
      loadTexts(language)
        .then((texts) => {
          chooseLanguage(language);
          setCurrent({ language, texts });
        })
        .catch((error: unknown) => {
          logFailure("changing the language failed", error);
          showToast(languageFailed, { isFailure: true });
        });
    },
    [languageFailed],
  );

  const value = useMemo(
    () => ({ ...current, setLanguage }),
    [current, setLanguage],
  );
  return <TextsContext value={value}>{children}</TextsContext>;
}

function useTextsContext(): TextsContextValue {
  const value = use(TextsContext);
  if (value === null) throw new Error("useTexts needs a TextsProvider above.");
  return value;
}

/** The texts of one area in the language on the screen: `const t = useTexts("auth")`. */
export function useTexts<Area extends keyof Texts>(area: Area): Texts[Area] {
  return useTextsContext().texts[area];
}

/** The language on the screen, and a setter that also stores the choice in this browser. */
export function useLanguage() {
  const { language, setLanguage } = useTextsContext();
  return { language, setLanguage };
}

/**
 * Returns a hook for texts outside the app's common ones, so that only the screens that show these
 * texts load them: `const t = useAuthTexts()`. Pages and dialogs may import such a file, but the
 * shell must not.
 */
export function textsOf<Translation>(
  byLanguage: Readonly<Record<Language, Translation>>,
): () => Translation {
  return function useTextsOf() {
    return byLanguage[useLanguage().language];
  };
}
