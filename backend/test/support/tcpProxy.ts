import { once } from "node:events";
import {
  connect,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";

/** A TCP proxy between client and server that a test can break. */
export class TcpProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Drops everything the server sends but keeps the connection open. */
  isMuted = false;
  /**
   * Called with the server's data. Returning true cuts the connection before
   * the data is passed on.
   */
  cutBeforeAnswer: (data: Buffer) => boolean = () => false;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a proxy in front of a port of 127.0.0.1. */
  static async before(port: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on("connection", (client) => proxy.#join(client, port));
    await once(server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo; // a TCP server's address is never a string
    return `http://127.0.0.1:${port}`;
  }

  get connectionCount(): number {
    return this.#sockets.size;
  }

  cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cutAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket, port: number): void {
    const server = connect(port, "127.0.0.1");
    const end = () => {
      client.destroy();
      server.destroy();
      this.#sockets.delete(client);
    };
    this.#sockets.add(client);
    client.on("data", (data) => server.write(data));
    server.on("data", (data) => {
      if (this.cutBeforeAnswer(data)) end();
      else if (!this.isMuted) client.write(data);
    });
    for (const socket of [client, server]) {
      socket.on("error", end);
      socket.on("close", end);
    }
  }
}
