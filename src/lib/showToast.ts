import { ToastQueue } from "./toastQueue";

/** Event that tells `Toasts` to load its stack, because there is something to show. */
export const TOAST_WANTED = "gully:toast-wanted";

interface ToastOptions {
  isFailure?: boolean;
}

/** `Toasts` calls this early, because a toast may have to report a lost network. */
export const loadNotifications = async () =>
  (await import("@mantine/notifications")).notifications;

interface Toast {
  message: string;
  color: "sindoor" | "peacock";
}

const queue = new ToastQueue<Toast>(async () => {
  const notifications = await loadNotifications();
  return (toast) => notifications.show({ ...toast, autoClose: 6000 });
});

/** Shows a short message over the page, as soon as the code for toasts has loaded. */
export function showToast(message: string, options: ToastOptions = {}): void {
  const color = options.isFailure === true ? "sindoor" : "peacock";
  queue.add({ message, color });
  window.dispatchEvent(new Event(TOAST_WANTED));
}
