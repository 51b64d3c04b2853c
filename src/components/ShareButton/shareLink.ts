import { copyText } from "../../lib/copyText";
import { logFailure } from "../../lib/logFailure";

/**
 * `offered` means that the share sheet was opened. Whether the person shared or dismissed it is
 * unknown.
 */
export type ShareOutcome = "offered" | "copied" | "failed";

/**
 * Opens the system's share sheet, or copies the link if there is no share sheet. A `text` contains
 * the address and is shared or copied instead of the link. Never rejects. Must be called from a
 * click handler.
 */
export async function shareLink(
  title: string,
  url: string,
  text?: string,
): Promise<ShareOutcome> {
  try {
    if (canShare()) {
      // The text already contains the address.
      await navigator.share(
        text === undefined ? { title, url } : { title, text },
      );
      return "offered";
    }
    await copyText(text ?? url);
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
