import { failureText } from "./failureText";
import { logFailure } from "./logFailure";
import { showToast } from "./showToast";

/** Logs a failed action and shows a toast, for actions without a place on the page for an error. */
export function reportFailure(error: unknown, fallback: string): void {
  const message = failureText(error, fallback);
  logFailure(message, error);
  showToast(message, { isFailure: true });
}
