import { notifications } from "@mantine/notifications";
import { failureText } from "./failureText";
import { logFailure } from "./logFailure";

/** A toast for a failed act that has no place of its own on the page to say so. */
export function reportFailure(error: unknown, fallback: string): void {
  const message = failureText(error, fallback);
  logFailure(message, error);
  notifications.show({ color: "sindoor", message, autoClose: 6000 });
}
