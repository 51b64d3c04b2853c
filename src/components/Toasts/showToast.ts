import { notifications } from "@mantine/notifications";

/** Six seconds: long enough to read two lines. */
export function showToast(message: string): void {
  notifications.show({ color: "sindoor", message, autoClose: 6000 });
}
