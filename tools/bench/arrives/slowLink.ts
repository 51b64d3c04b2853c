/**
 * A TCP proxy in front of the app that passes on a few kilobits per second from
 * the browser, and can break for a while. Downloads are not slowed down.
 */
import { once } from "node:events";
import {
  type AddressInfo,
  type Server,
  type Socket,
  connect,
  createServer,
} from "node:net";

const PIECE = "POST /api/pieces";

export class SlowLink {
  readonly #server: Server;
  readonly #bytesPerMs: number;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #targetPort = 0;
  #isBroken = false;
  #freeAtMs = 0;
  /** Bytes that crossed the link on connections that carry pieces, with their headers. */
  pieceBytes = 0;

  private constructor(kilobits: number) {
    this.#bytesPerMs = kilobits / 8;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async listen(kilobits: number): Promise<SlowLink> {
    const link = new SlowLink(kilobits);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  get url(): string {
    // A TCP server's address is never a string.
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}`;
  }

  forwardTo(port: number): void {
    this.#targetPort = port;
  }

  /** Breaks every connection, and refuses new ones until `mend`. */
  cut(): void {
    this.#isBroken = true;
    for (const pair of this.#pairs)
      for (const socket of pair) socket.resetAndDestroy();
  }

  mend(): void {
    this.#isBroken = false;
  }

  close(): void {
    this.#server.close();
    this.cut();
  }

  #accept(client: Socket): void {
    if (this.#isBroken) {
      client.on("error", () => undefined);
      client.resetAndDestroy();
      return;
    }
    const app = connect(this.#targetPort, "127.0.0.1");
    const pair = [client, app] as const;
    this.#pairs.add(pair);
    for (const [socket, other] of [pair, [app, client] as const]) {
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#pairs.delete(pair);
        other.destroy();
      });
    }
    app.pipe(client);
    let carriesPieces = false;
    client.on("data", (data) => {
      carriesPieces ||= data.includes(PIECE);
      client.pause();
      setTimeout(() => {
        if (app.destroyed) return;
        if (carriesPieces) this.pieceBytes += data.length;
        app.write(data);
        client.resume();
      }, this.#delayOf(data.length));
    });
  }

  /** All connections share the link. */
  #delayOf(bytes: number): number {
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(nowMs, this.#freeAtMs) + bytes / this.#bytesPerMs;
    return this.#freeAtMs - nowMs;
  }
}
