/**
 * Runs maildev in a separate process, which ends with its parent even if that
 * is killed. The inbox holds links that reset passwords, so only this machine's
 * own pages may read it.
 */
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { guardLoopback } from "./loopbackGuard.ts";

interface MailDevConfig {
  readonly smtp: number;
  readonly web: number;
  /** Address for both servers. */
  readonly ip: string;
  readonly mailDirectory: string;
  readonly silent: boolean;
}

// maildev is CommonJS without types; these are the parts used here.
const load = createRequire(import.meta.url);
const createMaildev = load("maildev") as (config: MailDevConfig) => {
  listen(callback: (error?: Error) => void): void;
};
const web = load("maildev/lib/web") as { readonly server: Server };

const [smtpPort, webPort, mailDirectory = ""] = process.argv.slice(2);
process.on("disconnect", () => process.exit(0));
const maildev = createMaildev({
  smtp: Number(smtpPort),
  web: Number(webPort),
  ip: "127.0.0.1",
  mailDirectory,
  silent: true,
});
guardLoopback(web.server, Number(webPort));
maildev.listen((error) => {
  if (error) throw error;
  process.send?.("ready");
});
