/**
 * Deploys the app in `app/` once for a whole run. Most tests need a server with that app, but test
 * something other than the push.
 */
import { DEPLOYED_DATA, ServerProcess } from "./serverProcess.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const server = await ServerProcess.withApp();
  await server.stop();
  process.env[DEPLOYED_DATA] = server.dataDir;
  return () => server[Symbol.asyncDispose]();
}
