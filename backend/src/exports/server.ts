/** `gully-backend`: runs a server in this process. */
export { createLog, type Log } from "../log/log.ts";
export {
  type RunningServer,
  type ServerHost,
  startServer,
} from "../server/server.ts";
