import type { Texts } from "../../texts/texts";
import { MINIMUM_VERSIONS_TEXT } from "../../lib/browserVersions";
import type { RecordRefusal } from "./recordRefusal";

type RefusalTexts = Omit<Texts["record"], "open"> &
  Pick<Texts["player"]["problems"], "missingBeat">;

/** The text shown instead of the record button: the reason, and what to do about it. */
export function refusalText(
  t: RefusalTexts,
  refusal: RecordRefusal,
  { port }: Pick<Location, "port"> = window.location,
): string {
  switch (refusal) {
    case "role":
      return t.onlyRappers;
    case "limit":
      return t.limitReached;
    case "audio":
      return t.missingBeat;
    case "https":
      return t.needsHttps(`http://localhost${port && `:${port}`}`);
    default:
      return t.needsNewerBrowser(refusal, MINIMUM_VERSIONS_TEXT);
  }
}
