import { useCallback } from "react";
import { failureCode, failureText, retryAfterMs } from "../lib/failureText";
import { useLanguage, useTexts } from "../texts/TextsProvider";

/** `failureText` in the language on the screen: the server speaks English, its codes are translated here. */
export function useFailureText(): (error: unknown, fallback: string) => string {
  const { language } = useLanguage();
  const { byCode, rateLimited } = useTexts("errors");

  return useCallback(
    (error, fallback) => {
      const code = failureCode(error);
      if (language === "en" || code === null) {
        return failureText(error, fallback);
      }
      const waitMs = retryAfterMs(error);
      return waitMs !== null
        ? rateLimited(Math.ceil(waitMs / 60_000))
        : (byCode[code] ?? failureText(error, fallback));
    },
    [language, byCode, rateLimited],
  );
}
