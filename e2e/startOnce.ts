import { DEPLOYED_DATA, RunningApp } from "./app.ts";

/**
 * Lets the shared app hash passwords quickly. Apps that stories start for themselves hash them as
 * the product does.
 */
const QUICK_HASHES = new URL(
  "../convex/testing/test.quickHashes.ts",
  import.meta.url,
);

/**
 * Deploys the functions once, for all apps of the run, and starts the app that
 * most tests share. Tests that stop the app start their own.
 */
export default async function startOnce(): Promise<() => Promise<void>> {
  const deployed = await RunningApp.start();
  await deployed.stop();
  process.env[DEPLOYED_DATA] = deployed.dataDir;
  // All people of the run sign up from one address, with one domain.
  const limits = {
    LIMIT_SIGN_UP_PER_ORIGIN: "off",
    LIMIT_MAIL_PER_DOMAIN: "off",
  };
  const app = await RunningApp.start(limits, [QUICK_HASHES.href]);
  process.env.E2E_URL = app.url;
  process.env.E2E_MAIL_URL = app.mailUrl;
  return async () => {
    await app.dispose();
    await deployed.dispose();
  };
}
