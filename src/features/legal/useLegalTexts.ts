import { useEffect, useState } from "react";
import type { LegalTexts } from "../../texts/en/legal";
import type { Language } from "../../texts/language";
import { useLanguage } from "../../texts/TextsProvider";

/** Kept apart from the app's texts, because they are long and few pages need them. */
const load = async (language: Language): Promise<LegalTexts> =>
  language === "hi"
    ? (await import("../../texts/hi/legal")).legal
    : (await import("../../texts/en/legal")).legal;

/**
 * The texts of the legal pages in the language on the screen; null while they load. Throws while
 * rendering if they cannot be loaded.
 */
export function useLegalTexts(): LegalTexts | null {
  const { language } = useLanguage();
  const [texts, setTexts] = useState<LegalTexts | null>(null);
  const [failure, setFailure] = useState<Error | null>(null);

  useEffect(() => {
    let isWanted = true;
    load(language)
      .then((loaded) => isWanted && setTexts(loaded))
      .catch(setFailure);
    return () => {
      isWanted = false;
    };
  }, [language]);

  if (failure !== null) throw failure;
  return texts;
}
