import type { ErrorCode } from "../../convex/shared/messages";
import { useTexts } from "../texts/TextsProvider";

/** Returns functions that turn error codes into sentences. */
export function useErrorTexts() {
  const { byCode } = useTexts("errors");
  const textOf = (code: ErrorCode | null) => code && byCode[code];
  const textsOf = (errors: Record<string, ErrorCode>) =>
    Object.fromEntries(
      Object.entries<ErrorCode>(errors).map(([field, code]) => [
        field,
        byCode[code],
      ]),
    );
  return { textOf, textsOf };
}
