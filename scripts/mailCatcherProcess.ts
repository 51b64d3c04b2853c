/**
 * Runs maildev in a process of its own, which ends with the one that started
 * it, even if that one is killed.
 */
import { createRequire } from "node:module";

interface MailDevConfig {
  readonly smtp: number;
  readonly web: number;
  readonly ip: string;
  readonly mailDirectory: string;
  readonly silent: boolean;
}

// maildev is CommonJS without types; this is the part of it used here.
const createMaildev = createRequire(import.meta.url)("maildev") as (
  config: MailDevConfig,
) => { listen(callback: (error?: Error) => void): void };

const [smtp, web, mailDirectory = ""] = process.argv.slice(2);
process.on("disconnect", () => process.exit(0));
const maildev = createMaildev({
  smtp: Number(smtp),
  web: Number(web),
  ip: "127.0.0.1",
  mailDirectory,
  silent: true,
});
maildev.listen((error) => {
  if (error) throw error;
  process.send?.("ready");
});
