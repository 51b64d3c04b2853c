/** `npm start`: the whole app, until Ctrl-C. */
import { runUntilStopped } from "./runUntilStopped.ts";
import { startApp } from "./startApp.ts";

await runUntilStopped(async () => {
  const app = await startApp({ say: (line) => console.log(line) });
  console.log(`\n  Gully Cypher   ${app.url}`);
  if (app.inboxUrl !== null) console.log(`  Mail inbox     ${app.inboxUrl}`);
  console.log("\n  Ctrl-C stops it; the data stays.\n");
  return app;
});
