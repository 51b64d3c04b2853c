import { thrownStack } from "./thrownText.ts";

/**
 * Sets `process.env` of a worker to the deployment's variables and nothing of
 * the server's.
 */
export function setEnvironment(
  environment: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/**
 * Keeps the worker running when user code drops a rejected promise or a callback
 * throws. Reports the error instead, unless `isTaken` says that the function that
 * dropped the promise fails with it.
 */
export function reportStrayErrors(
  report: (message: string) => void,
  isTaken: (rejected: unknown) => boolean = () => false,
): void {
  const tell = (error: unknown) => {
    report(thrownStack(error));
  };
  process.on("unhandledRejection", (rejected) => {
    if (!isTaken(rejected)) tell(rejected);
  });
  process.on("uncaughtException", tell);
}
