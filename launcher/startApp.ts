/**
 * Runs the whole app in this process: site and backend on one port, functions
 * deployed, mail caught. Used by `npm start`, the demo and the browser tests.
 */
import { join } from "node:path";
import type { RunningServer, ServerHost } from "gully-backend";
import { killProcess } from "gully-backend/process";
import {
  type AppOptions,
  type Environment,
  parseAppOptions,
} from "./appOptions.ts";
import {
  localUrl,
  prepareDeployment,
  requireAddress,
  startBackend,
} from "./backend.ts";
import { type MailCatcher, startMailCatcher } from "./mailCatcher.ts";
import { mailWarning, refusalWarning } from "./startWarnings.ts";
import {
  buildVersion,
  type Served,
  takeIntoUse,
  type Version,
} from "./version.ts";

const ROOT = join(import.meta.dirname, "..");

/** Ends this process at once. For processes that run nothing but the app. */
export function endStuckProcess(message: string): void {
  console.error(`${message} This process ends at once.`);
  killProcess();
}

export interface StartAppOptions extends ServerHost {
  /**
   * Port to listen on; 0 picks a free one. Unset options come from the
   * environment, as for `npm start`.
   */
  readonly port?: number;
  readonly dataDir?: string;
  /** Port of the local inbox, for both SMTP and web; 0 picks free ones. */
  readonly mailPorts?: number;
  readonly environment?: Environment;
  /** The checkout to serve; this one by default. */
  readonly root?: string;
  /** Called with a line about each slow step. */
  readonly say?: (line: string) => void;
}

export interface RunningApp {
  readonly url: string;
  /** URL at which this machine reaches the app, whatever `url` is. */
  readonly localUrl: string;
  /** null if mail goes to a real SMTP server. */
  readonly inboxUrl: string | null;
  readonly adminKey: string;
  readonly dataDir: string;
  /** Warnings to show to the person who started it. */
  readonly warnings: readonly string[];
  stop(): Promise<void>;
  /** Stops and starts the server on the same data and address. */
  restart(): Promise<void>;
}

/**
 * Builds and starts the app. If the newest version is refused, serves the last
 * good one and says so in `warnings`.
 * @throws StartError, whose text is meant for the person who started it
 */
export async function startApp(
  options: StartAppOptions = {},
): Promise<RunningApp> {
  const say = options.say ?? (() => undefined);
  const root = options.root ?? ROOT;
  const parsed = parseAppOptions(environmentOf(options), root);
  await requireAddress(parsed);
  const { dataDir } = parsed.backend;
  const version = await buildVersion(root, parsed, dataDir);
  const backend = { ...parsed.backend, staticDir: version.firstDirectory };
  const appOptions = { ...parsed, backend };
  const catcher =
    parsed.smtpUrl === null
      ? await startMailCatcher(backend.dataDir, parsed.mailPorts, say)
      : null;
  try {
    return await App.start(appOptions, version, catcher, options);
  } catch (error) {
    await catcher?.stop();
    throw error;
  }
}

class App implements RunningApp {
  readonly #options: AppOptions;
  readonly #catcher: MailCatcher | null;
  readonly #host: ServerHost;
  readonly warnings: readonly string[];
  #server: RunningServer;

  private constructor(
    options: AppOptions,
    catcher: MailCatcher | null,
    server: RunningServer,
    host: ServerHost,
    { directory, refusal }: Served,
  ) {
    const backend = { ...options.backend, staticDir: directory };
    this.#options = { ...options, backend };
    this.#catcher = catcher;
    this.#server = server;
    this.#host = host;
    this.warnings = [mailWarning(options), refusalWarning(refusal)].filter(
      (warning) => warning !== null,
    );
  }

  static async start(
    options: AppOptions,
    version: Version,
    catcher: MailCatcher | null,
    { say = () => undefined, ...host }: StartAppOptions,
  ): Promise<App> {
    const server = await startBackend(options, say, host);
    try {
      const siteUrl = options.siteUrl ?? server.url;
      const target = await prepareDeployment(options, server, {
        SITE_URL: siteUrl,
        SMTP_URL: options.smtpUrl ?? catcher?.smtpUrl ?? "",
      });
      const served = await takeIntoUse(version, server, target, say);
      return new App(options, catcher, server, host, served);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  get url(): string {
    return this.#options.siteUrl ?? this.#server.url;
  }

  get localUrl(): string {
    return localUrl(this.#options.backend.host, this.#server.port);
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
      this.#host,
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
