import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** Returns a port of 127.0.0.1 that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  server.close();
  await once(server, "close");
  return port;
}
