/**
 * Runs the app until it is stopped or its test run is gone. Sends the app's
 * addresses to the parent process.
 */
import { runUntilStopped } from "../launcher/runUntilStopped.ts";
import { startApp } from "../launcher/startApp.ts";

await runUntilStopped(async () => {
  const app = await startApp({
    mailPorts: 0,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.send?.({ url: app.url, mailUrl: app.inboxUrl });
  return app;
});
