/**
 * A TCP proxy between browser and app that breaks the connection during an
 * upload, at a moment the test chooses.
 *
 * The first pieces pass, so that the server confirms them. The others stall
 * until `cut`. After `heal` everything passes.
 */
import { once } from "node:events";
import {
  type AddressInfo,
  type Server,
  type Socket,
  connect,
  createServer,
} from "node:net";

const UPLOAD = "POST /api/pieces";
const PIECE_INDEX = /^piece-index: (\d+)\r$/im;
const PIECES_BEFORE_THE_CUT = 3;

export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<Socket>();
  #targetPort = 0;
  #uploads: "held" | "refused" | "passed" = "held";
  #begun: number[] = [];

  private constructor() {
    this.#server = createServer((client) => this.#accept(client));
  }

  static async listen(): Promise<CuttingProxy> {
    const proxy = new CuttingProxy();
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    // A TCP server's address is never a string.
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}`;
  }

  /** Sets the app's port. Must be called before the first connection. */
  forwardTo(port: number): void {
    this.#targetPort = port;
  }

  /**
   * Resets all stalled uploads. Refuses later ones as well, because the browser
   * retries once without asking.
   */
  cut(): void {
    this.#uploads = "refused";
    for (const socket of this.#held) socket.resetAndDestroy();
    this.#held.clear();
  }

  /**
   * Indexes of the pieces that the browser has begun to send since `heal`. A piece is listed again
   * for each further attempt.
   */
  get begun(): readonly number[] {
    return this.#begun;
  }

  /** Lets all uploads pass from now on. */
  heal(): void {
    this.#uploads = "passed";
    this.#begun = [];
  }

  close(): void {
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
    app.pipe(client);
    client.on("data", (data) => {
      app.write(data);
      if (!data.includes(UPLOAD)) return;
      this.#begun.push(Number(PIECE_INDEX.exec(data.toString("latin1"))?.[1]));
      if (this.#uploads === "passed") return;
      if (this.#uploads === "refused") return void client.resetAndDestroy();
      if (this.#begun.length <= PIECES_BEFORE_THE_CUT) return;
      this.#held.add(client);
      client.pause();
    });
  }
}
