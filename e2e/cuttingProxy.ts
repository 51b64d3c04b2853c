/**
 * Stands between browser and app on TCP, holds an upload in the middle and then
 * cuts it: what a lost connection does, at a moment of the test's choice.
 */
import { once } from "node:events";
import {
  type AddressInfo,
  type Server,
  type Socket,
  connect,
  createServer,
} from "node:net";

const UPLOAD = "POST /api/storage/upload";

export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #held = new Set<Socket>();
  #targetPort = 0;
  #uploads: "held" | "refused" | "passed" = "held";

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
    // A TCP server has an address with a port.
    const { port } = this.#server.address() as AddressInfo;
    return `http://localhost:${port}`;
  }

  forwardTo(port: number): void {
    this.#targetPort = port;
  }

  /** The uploads that wait break off, and so does the browser's own second try. */
  cut(): void {
    this.#uploads = "refused";
    for (const socket of this.#held) socket.resetAndDestroy();
    this.#held.clear();
  }

  heal(): void {
    this.#uploads = "passed";
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
      if (this.#uploads === "passed" || !data.includes(UPLOAD)) return;
      if (this.#uploads === "refused") return void client.resetAndDestroy();
      this.#held.add(client);
      client.pause();
    });
  }
}
