/** Loads the tray's code. The recorder calls this when it opens, while there is a connection. */
export const loadTray = async () =>
  (await import("./OutboxTray/OutboxTray")).OutboxTray;
