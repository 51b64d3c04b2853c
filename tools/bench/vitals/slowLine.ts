/** A TCP proxy in front of the app, as slow towards the browser as a phone's line. */
import { once } from "node:events";
import {
  type AddressInfo,
  type Server,
  type Socket,
  connect,
  createServer,
} from "node:net";

/** Of the way there and back. */
const LATENCY_MS = 150;
const BYTES_PER_MS = 1_638_400 / 8_000;

export class SlowLine implements Disposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #targetPort = 0;
  #freeAtMs = 0;

  private constructor() {
    this.#server = createServer((client) => this.#accept(client));
  }

  static async listen(): Promise<SlowLine> {
    const line = new SlowLine();
    line.#server.listen(0, "127.0.0.1");
    await once(line.#server, "listening");
    return line;
  }

  get url(): string {
    // The address of a server on a port is never a string.
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}`;
  }

  forwardTo(port: number): void {
    this.#targetPort = port;
  }

  [Symbol.dispose](): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(client: Socket): void {
    const app = connect(this.#targetPort, "127.0.0.1");
    for (const [socket, other] of [
      [client, app],
      [app, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.pipe(app);
    app.on("data", (data) => {
      app.pause();
      const { writesAtMs, freeAtMs } = this.#reserve(data.length);
      setTimeout(() => app.resume(), freeAtMs - performance.now());
      setTimeout(() => client.write(data), writesAtMs - performance.now());
    });
  }

  /** All connections share the line. */
  #reserve(bytes: number): { writesAtMs: number; freeAtMs: number } {
    const beginsAtMs = Math.max(performance.now(), this.#freeAtMs);
    this.#freeAtMs = beginsAtMs + bytes / BYTES_PER_MS;
    return {
      freeAtMs: this.#freeAtMs,
      writesAtMs: this.#freeAtMs + LATENCY_MS,
    };
  }
}
