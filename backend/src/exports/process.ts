/** `gully-backend/process`: the process around a server. */
export {
  parseCommandLine,
  UsageError,
  wholeNumber,
} from "../process/commandLine.ts";
export { compileCache } from "../process/compileCache.ts";
export { killProcess } from "../process/killProcess.ts";
export { type Life, runUntilStopped } from "../process/runUntilStopped.ts";
export { STEADY_WRAPPERS } from "../runtime/worker/steadyWrappers.ts";
export { supervise, type Supervision } from "../process/supervise.ts";
