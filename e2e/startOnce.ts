import { RunningApp } from "./app.ts";

/** One app for the whole run. Stories that stop it start one of their own. */
export default async function startOnce(): Promise<() => Promise<void>> {
  const app = await RunningApp.start();
  process.env.E2E_URL = app.url;
  process.env.E2E_MAIL_URL = app.mailUrl;
  return () => app.dispose();
}
