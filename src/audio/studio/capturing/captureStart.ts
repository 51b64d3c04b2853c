import type { CountIn } from "../../capture/countIn";
import type { CaptureRequest } from "../../capture/runningCapture";
import type { TakeSettings } from "../takeSettings";

/** Plans how a take begins: at once, after a count-in, or after the lead-in of a section. */
export function captureStart(
  { hasCountIn, section }: TakeSettings,
  counting: CountIn,
): Pick<CaptureRequest, "countIn" | "section"> {
  return {
    countIn: hasCountIn && !section ? counting : null,
    section: section && { ...counting, section, hasClicks: hasCountIn },
  };
}
