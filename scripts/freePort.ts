import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The first port from `wanted` on that nothing listens on; 0 takes any. */
export async function freePort(wanted: number): Promise<number> {
  const attempts = wanted === 0 ? 1 : 50;
  for (let offset = 0; offset < attempts; offset += 1) {
    const port = await tryPort("127.0.0.1", wanted + offset).catch(() => null);
    if (port !== null) return port;
  }
  throw new Error(`No free port from ${wanted} on.`);
}

/** Listens for a moment; the port, or the error of the system. */
export async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  // A TCP server has an address with a port.
  const taken = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return taken;
}
