import { useMemo } from "react";
import { type ErrorCode, MESSAGES } from "../../convex/shared/messages";
import { useTexts } from "../texts/TextsProvider";

/**
 * Returns the sentences of all error codes, and functions that turn codes into sentences. Brings
 * all English sentences with it, so the shell and the pages of content must not use it.
 */
export function useErrorTexts() {
  const translated = useTexts("errors").byCode;
  return useMemo(() => {
    const byCode = { ...MESSAGES, ...translated };
    const textOf = (code: ErrorCode | null) => code && byCode[code];
    const textsOf = (errors: Record<string, ErrorCode>) =>
      Object.fromEntries(
        Object.entries<ErrorCode>(errors).map(([field, code]) => [
          field,
          byCode[code],
        ]),
      );
    return { byCode, textOf, textsOf };
  }, [translated]);
}
