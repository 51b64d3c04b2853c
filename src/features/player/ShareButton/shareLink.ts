import { logFailure } from "../../../lib/logFailure";

/** `offered`: the system asked where to, and the answer, also a "nowhere", is the person's own. */
export type ShareOutcome = "offered" | "copied" | "failed";

export async function shareLink(
  title: string,
  url: string,
): Promise<ShareOutcome> {
  try {
    if (canShare()) {
      await navigator.share({ title, url });
      return "offered";
    }
    await navigator.clipboard.writeText(url);
    return "copied";
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError")
      return "offered";
    logFailure("Sharing a link", error);
    return "failed";
  }
}

/** Not every browser has it, whatever the types say. */
function canShare(): boolean {
  return "share" in navigator;
}
