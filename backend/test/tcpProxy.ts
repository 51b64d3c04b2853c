import { once } from "node:events";
import {
  connect,
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";

/** Stands between client and server and breaks what passes, as told. */
export class TcpProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** What the server says gets lost, but the connection stays. */
  isMuted = false;
  /** Sees what the server says; true cuts the connection before it is passed on. */
  cutBeforeAnswer: (data: Buffer) => boolean = () => false;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async before(port: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on("connection", (client) => proxy.#join(client, port));
    await once(server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo; // A TCP server has one.
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
