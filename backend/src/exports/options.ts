/** `gully-backend/options`: a server's options, and why it does not start. */
export { type Options, OptionsError, parseOptions } from "../options.ts";
export { isInWords, startFailure } from "../startFailure.ts";
