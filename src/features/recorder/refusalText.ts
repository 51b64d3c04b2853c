import type { Texts } from "../../texts/texts";
import { MINIMUM_VERSIONS_TEXT } from "../../lib/browserVersions";
import type { RecordRefusal } from "./recordRefusal";

type RefusalTexts = Omit<Texts["record"], "open"> &
  Pick<Texts["player"]["problems"], "missingBeat"> &
  Pick<Texts["errors"], "byCode">;

/** The text shown instead of the record button: the reason, and what to do about it. */
export function refusalText(
  t: RefusalTexts,
  refusal: RecordRefusal,
  { port }: Pick<Location, "port"> = window.location,
): string {
  switch (refusal) {
    case "role":
      return t.byCode.ONLY_RAPPERS_RECORD;
    case "limit":
      return t.byCode.VERSE_LIMIT_REACHED;
    case "audio":
      return t.missingBeat;
    case "https":
      return t.needsHttps(`http://localhost${port && `:${port}`}`);
    default:
      return t.needsNewerBrowser(refusal, MINIMUM_VERSIONS_TEXT);
  }
}
