/** `gully-backend`: runs a server in this process. */
export { createLog, type Log } from "../log.ts";
export { type RunningServer, type ServerHost, startServer } from "../server.ts";
