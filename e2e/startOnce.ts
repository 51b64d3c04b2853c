import { DEPLOYED_DATA, RunningApp } from "./app.ts";

/**
 * Deploys the functions once, for all apps of the run, and starts the app that
 * most tests share. Tests that stop the app start their own.
 */
export default async function startOnce(): Promise<() => Promise<void>> {
  const deployed = await RunningApp.start();
  await deployed.stop();
  process.env[DEPLOYED_DATA] = deployed.dataDir;
  const app = await RunningApp.start();
  process.env.E2E_URL = app.url;
  process.env.E2E_MAIL_URL = app.mailUrl;
  return async () => {
    await app.dispose();
    await deployed.dispose();
  };
}
