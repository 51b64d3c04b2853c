import { logFailure } from "./logFailure";

/** Event that tells `Toasts` to load its stack, because there is something to show. */
export const TOAST_WANTED = "gully:toast-wanted";

interface ToastOptions {
  isFailure?: boolean;
}

/** Shows a short message over the page. The code for toasts is loaded with the first one. */
export function showToast(message: string, options: ToastOptions = {}): void {
  import("@mantine/notifications")
    .then(({ notifications }) => {
      const color = options.isFailure === true ? "sindoor" : "peacock";
      notifications.show({ color, message, autoClose: 6000 });
      window.dispatchEvent(new Event(TOAST_WANTED));
    })
    .catch((cause: unknown) => logFailure("showing a toast failed", cause));
}
