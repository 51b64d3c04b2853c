import { logFailure } from "./logFailure";

/** Tells `Toasts` that there is something to show, and so that its code is needed. */
export const toastWanted = "gully:toast-wanted";

interface ToastOptions {
  isFailure?: boolean;
}

/** A short message over the page; the queue and its looks are fetched with the first one. */
export function showToast(message: string, options: ToastOptions = {}): void {
  import("@mantine/notifications")
    .then(({ notifications }) => {
      const color = options.isFailure === true ? "sindoor" : "peacock";
      notifications.show({ color, message, autoClose: 6000 });
      window.dispatchEvent(new Event(toastWanted));
    })
    .catch((cause: unknown) => logFailure("Showing a toast", cause));
}
