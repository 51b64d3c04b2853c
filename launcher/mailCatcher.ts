import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { makePrivate } from "gully-backend/private-files";
import { freePort } from "./freePort.ts";

export interface MailCatcher {
  readonly smtpUrl: string;
  /** The inbox page for people. Its `/email` path returns JSON. */
  readonly inboxUrl: string;
  stop(): Promise<void>;
}

export interface MailPorts {
  readonly smtp: number;
  readonly web: number;
}

/**
 * Starts a local inbox that catches the app's mail and stores it below
 * `dataDir`. Uses the next free ports if the wanted ones are taken, and says
 * so. Listens only on this machine.
 */
export async function startMailCatcher(
  dataDir: string,
  wanted: MailPorts,
  say: (line: string) => void,
): Promise<MailCatcher> {
  const smtp = await freePort(wanted.smtp);
  const web = await freePort(wanted.web, { except: smtp });
  const isElsewhere = smtp !== wanted.smtp || web !== wanted.web;
  if (wanted.smtp !== 0 && isElsewhere) {
    say(
      `Ports ${wanted.smtp} and ${wanted.web} are not both free: mail goes to ${smtp} and ${web}.`,
    );
  }
  const directory = join(dataDir, "mail");
  await mkdir(directory, { recursive: true, mode: 0o700 });
  makePrivate(directory);
  const child = fork(
    join(import.meta.dirname, "mailCatcherProcess.ts"),
    [String(smtp), String(web), directory],
    { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] },
  );
  const catcher: MailCatcher = {
    smtpUrl: `smtp://127.0.0.1:${smtp}`,
    inboxUrl: `http://localhost:${web}`,
    stop: () => stop(child),
  };
  const ready = once(child, "message").then(() => true);
  const ended = once(child, "exit").then(() => false);
  if (await Promise.race([ready, ended])) return catcher;
  throw new Error("The local mail inbox (maildev) does not start.");
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  if (child.connected) child.disconnect();
  await exited;
}
