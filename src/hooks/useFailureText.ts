import { useCallback } from "react";
import {
  failureCode,
  failureFacts,
  failureText,
  retryAfterMs,
  suspendedUntil,
} from "../lib/failureText";
import { isForLackOfConnection } from "../lib/outOfReach";
import { suspensionText } from "../lib/suspensionText";
import { useLanguage, useTexts } from "../texts/TextsProvider";

/**
 * Like `failureText`, in the language on the screen. The server sends English messages; other
 * languages look up the error code, and fall back to the server's text. Without a connection, says
 * so instead of the fallback.
 */
export function useFailureText(): (error: unknown, fallback: string) => string {
  const { language } = useLanguage();
  const texts = useTexts("errors");
  const { noConnection } = useTexts("common");

  return useCallback(
    (error, fallback) => {
      if (isForLackOfConnection(error)) return noConnection;
      const { byCode, rateLimited } = texts;
      const end = suspendedUntil(error);
      if (end !== undefined) return suspensionText(texts, end, language);
      const code = failureCode(error);
      if (language === "en" || code === null) {
        return failureText(error, fallback);
      }
      const waitMs = retryAfterMs(error);
      if (waitMs !== null) return rateLimited(Math.ceil(waitMs / 60_000));
      const text = byCode[code];
      return text === undefined
        ? failureText(error, fallback)
        : failureFacts(text, error);
    },
    [language, texts, noConnection],
  );
}
