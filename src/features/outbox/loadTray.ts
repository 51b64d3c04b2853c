/** Loads the tray. The recorder does so when it opens, while there is a connection. */
export const loadTray = async () =>
  (await import("./OutboxTray/OutboxTray")).OutboxTray;
