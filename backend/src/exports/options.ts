/** `gully-backend/options`: a server's options, and why it does not start. */
export { type Options, OptionsError, parseOptions } from "../server/options.ts";
export { isInWords, startFailure } from "../server/startFailure.ts";
