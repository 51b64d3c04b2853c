import { failureText } from "./failureText";
import { logFailure } from "./logFailure";
import { showToast } from "./toast";

/** A toast for a failed act that has no place of its own on the page to say so. */
export function reportFailure(error: unknown, fallback: string): void {
  const message = failureText(error, fallback);
  logFailure(message, error);
  showToast(message, { isFailure: true });
}
