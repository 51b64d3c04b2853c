import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** The first port from `wanted` on that nothing listens on; 0 takes any. */
export async function freePort(wanted: number): Promise<number> {
  const attempts = wanted === 0 ? 1 : 50;
  for (let offset = 0; offset < attempts; offset += 1) {
    const port = await tryPort(wanted + offset);
    if (port !== null) return port;
  }
  throw new Error(`No free port from ${wanted} on.`);
}

async function tryPort(wanted: number): Promise<number | null> {
  const server = createServer();
  try {
    server.listen(wanted, "127.0.0.1");
    await once(server, "listening");
    // A TCP server has an address with a port.
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  } catch {
    return null;
  }
}
