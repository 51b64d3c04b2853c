/**
 * Importing this module, as `startWorker` does, sets a V8 flag. V8 recompiles the
 * wrapper of a WebAssembly import after a thousand calls and frees the old code in
 * a registry shared by all threads. Node uses WebAssembly in every thread, for
 * TypeScript and for HTTP. On Node 24, a process has aborted there: "Check failed:
 * jit_page.has_value()" below Runtime_TierUpWasmToJSWrapper. This flag prevents the
 * recompilation.
 */
import { setFlagsFromString } from "node:v8";

/**
 * Delays recompilation until two billion calls. Exported for processes that get
 * their flags on the command line.
 */
export const STEADY_WRAPPERS = "--wasm-wrapper-tiering-budget=2000000000";

setFlagsFromString(STEADY_WRAPPERS);
