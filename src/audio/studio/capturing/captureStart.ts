import type { CountIn } from "../../capture/countIn";
import type { CaptureRequest } from "../../capture/runningCapture";
import type { LeadRequest } from "../../capture/verseLead";
import type { TakeSettings } from "../takeSettings";

/**
 * Plans how a take begins: at once, after a count-in, after the lead-in of a section, or after the
 * end of the verse that it answers.
 */
export function captureStart(
  { hasCountIn, hasVerseLead, section }: TakeSettings,
  counting: CountIn,
  lead:
    (Pick<LeadRequest, "verse" | "onMissing"> & { isFixed: boolean }) | null,
): Pick<CaptureRequest, "countIn" | "section" | "lead"> {
  const hasClicks = hasCountIn;
  const isLed = lead !== null && (hasVerseLead || lead.isFixed);
  return {
    countIn: hasCountIn && !section ? counting : null,
    section: section && { ...counting, section, hasClicks },
    lead: isLed ? { ...counting, ...lead, hasClicks } : null,
  };
}
