/**
 * A server in front of the app that gives other answers at some addresses, as another version of
 * the app would. It is needed because Playwright's routes never see the script of a service worker.
 */
import { once } from "node:events";
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as send,
} from "node:http";
import { type AddressInfo, connect } from "node:net";
import { type Duplex, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";

export class AlteredApp {
  readonly #server: Server;
  readonly #app: URL;
  readonly #scripts = new Map<string, string>();
  #missing: RegExp | null = null;
  #wayMs = 0;

  private constructor(app: URL) {
    this.#app = app;
    this.#server = createServer(
      (asked, answer) => void this.#answer(asked, answer),
    );
    this.#server.on("upgrade", (asked, client) => this.#connect(asked, client));
  }

  static async before(appUrl: string): Promise<AlteredApp> {
    const altered = new AlteredApp(new URL(appUrl));
    altered.#server.listen(0, "127.0.0.1");
    await once(altered.#server, "listening");
    return altered;
  }

  get url(): string {
    // The address of a server on a port is never a string.
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}`;
  }

  /** Serves this script at the path from now on. */
  serve(path: string, script: string): void {
    this.#scripts.set(path, script);
  }

  /** Answers 404 for paths that match, from now on. */
  remove(paths: RegExp): void {
    this.#missing = paths;
  }

  /** From now on, each message on a new socket takes 0.5 to 1.5 times `wayMs` in each direction. */
  delay(wayMs: number): void {
    this.#wayMs = wayMs;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const path = asked.url ?? "/";
    const script = this.#scripts.get(path);
    if (script !== undefined) {
      answer.setHeader("Content-Type", "text/javascript");
      answer.setHeader("Cache-Control", "no-cache");
      return void answer.end(script);
    }
    if (this.#missing?.test(path)) return void answer.writeHead(404).end();
    const { method, headers } = asked;
    const forwarded = send(new URL(path, this.#app), { method, headers });
    forwarded.on("error", () => answer.destroy());
    forwarded.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    forwarded.end(await buffer(asked).catch(() => ""));
  }

  #connect({ url, rawHeaders }: IncomingMessage, client: Duplex): void {
    const app = connect(Number(this.#app.port), "127.0.0.1");
    const lines = [`GET ${url ?? "/"} HTTP/1.1`];
    for (let at = 0; at < rawHeaders.length; at += 2)
      lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
    app.write(`${lines.join("\r\n")}\r\n\r\n`);
    for (const [socket, other] of [
      [client, app],
      [app, client],
    ] as const) {
      socket.on("error", () => other.destroy());
      socket.on("close", () => other.destroy());
      if (this.#wayMs === 0) socket.pipe(other);
      else socket.pipe(late(this.#wayMs)).pipe(other);
    }
  }
}

/** Lets the pieces through in order, each 0.5 to 1.5 times `meanMs` after it came. */
function late(meanMs: number): Transform {
  let last: Promise<unknown> = Promise.resolve();
  return new Transform({
    transform(piece, _, done) {
      const dueAtMs = performance.now() + meanMs * (0.5 + Math.random());
      last = last
        .then(() => pause(Math.max(0, dueAtMs - performance.now())))
        .then(() => this.push(piece));
      done();
    },
  });
}
