/**
 * The whole app in this process: site and backend on one port, functions
 * deployed, mail caught. `npm start`, the demo and the browser tests all run it.
 */
import { join } from "node:path";
import type { RunningServer } from "../backend/src/server.ts";
import {
  type AppOptions,
  type Environment,
  parseAppOptions,
} from "./appOptions.ts";
import { prepareDeployment, requireAddress, startBackend } from "./backend.ts";
import { buildSite } from "./buildSite.ts";
import { deployFunctions } from "./deployFunctions.ts";
import { type MailCatcher, startMailCatcher } from "./mailCatcher.ts";

const ROOT = join(import.meta.dirname, "..");

export interface StartAppOptions {
  /** 0 takes a free one. The rest comes from the environment, as for `npm start`. */
  readonly port?: number;
  readonly dataDir?: string;
  /** Of the local inbox: SMTP and web; 0 takes free ones. */
  readonly mailPorts?: number;
  readonly environment?: Environment;
  /** Told what takes time. */
  readonly say?: (line: string) => void;
}

export interface RunningApp {
  readonly url: string;
  /** null when mail goes to a real SMTP server. */
  readonly inboxUrl: string | null;
  readonly adminKey: string;
  readonly dataDir: string;
  stop(): Promise<void>;
  /** Stops and starts the server on the same data and address. */
  restart(): Promise<void>;
}

/** @throws StartError in words for whoever started it */
export async function startApp(
  options: StartAppOptions = {},
): Promise<RunningApp> {
  const say = options.say ?? (() => undefined);
  const parsed = parseAppOptions(environmentOf(options), ROOT);
  await requireAddress(parsed);
  const site = await buildSite(ROOT, parsed.siteUrl);
  if (site.isNew) say("Built the site.");
  const backend = { ...parsed.backend, staticDir: site.directory };
  const appOptions = { ...parsed, backend };
  const catcher =
    parsed.smtpUrl === null
      ? await startMailCatcher(backend.dataDir, parsed.mailPorts, say)
      : null;
  try {
    return await App.start(appOptions, catcher, say);
  } catch (error) {
    await catcher?.stop();
    throw error;
  }
}

class App implements RunningApp {
  readonly #options: AppOptions;
  readonly #catcher: MailCatcher | null;
  #server: RunningServer;

  private constructor(
    options: AppOptions,
    catcher: MailCatcher | null,
    server: RunningServer,
  ) {
    this.#options = options;
    this.#catcher = catcher;
    this.#server = server;
  }

  static async start(
    options: AppOptions,
    catcher: MailCatcher | null,
    say: (line: string) => void,
  ): Promise<App> {
    const server = await startBackend(options, say);
    try {
      const siteUrl = options.siteUrl ?? server.url;
      const target = await prepareDeployment(options, server, {
        SITE_URL: siteUrl,
        SMTP_URL: options.smtpUrl ?? catcher?.smtpUrl ?? "",
      });
      if (await deployFunctions(ROOT, target)) say("Deployed the functions.");
      return new App(options, catcher, server);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  get url(): string {
    return this.#options.siteUrl ?? this.#server.url;
  }

  get inboxUrl(): string | null {
    return this.#catcher?.inboxUrl ?? null;
  }

  get adminKey(): string {
    return this.#server.adminKey;
  }

  get dataDir(): string {
    return this.#options.backend.dataDir;
  }

  async stop(): Promise<void> {
    await this.#server.close();
    await this.#catcher?.stop();
  }

  async restart(): Promise<void> {
    const { port } = this.#server;
    await this.#server.close();
    const backend = { ...this.#options.backend, port };
    this.#server = await startBackend(
      { ...this.#options, backend },
      () => undefined,
    );
  }
}

function environmentOf(options: StartAppOptions): Environment {
  const { port, dataDir, mailPorts } = options;
  const ports = mailPorts === undefined ? undefined : String(mailPorts);
  return {
    ...(options.environment ?? process.env),
    ...(port === undefined ? {} : { PORT: String(port) }),
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
    ...(ports === undefined
      ? {}
      : { MAIL_SMTP_PORT: ports, MAIL_WEB_PORT: ports }),
  };
}
