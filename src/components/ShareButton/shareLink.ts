import { copyText } from "../../lib/copyText";
import { logFailure } from "../../lib/logFailure";

/**
 * `offered` means that the share sheet was opened. What the person did there, including dismissing
 * it, is not known.
 */
export type ShareOutcome = "offered" | "copied" | "failed";

/**
 * Opens the system's share sheet, or copies the link where there is none. Never rejects. Must be
 * called from a click handler.
 */
export async function shareLink(
  title: string,
  url: string,
): Promise<ShareOutcome> {
  try {
    if (canShare()) {
      await navigator.share({ title, url });
      return "offered";
    }
    await copyText(url);
    return "copied";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError")
      return "offered";
    logFailure("sharing a link failed", error);
    return "failed";
  }
}

/** Some browsers lack `share`, whatever the type says. */
function canShare(): boolean {
  return "share" in navigator;
}
