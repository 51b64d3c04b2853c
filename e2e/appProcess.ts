/** Runs the app until it is told to stop; tells its parent where it is. */
import { runUntilStopped } from "../scripts/runUntilStopped.ts";
import { startApp } from "../scripts/startApp.ts";

// A test run that is killed must not leave its app behind.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));

await runUntilStopped(async () => {
  const app = await startApp({
    mailPorts: 0,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  process.send?.({ url: app.url, mailUrl: app.inboxUrl });
  return app;
});
