import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

const ATTEMPTS = 50;

/**
 * Returns the first free port from `wanted` upwards, skipping `except`. 0 picks
 * any.
 */
export async function freePort(
  wanted: number,
  { except }: { except?: number } = {},
): Promise<number> {
  for (let offset = 0; offset < ATTEMPTS; offset += 1) {
    const candidate = wanted === 0 ? 0 : wanted + offset;
    const port = await tryPort("127.0.0.1", candidate).catch(() => null);
    if (port !== null && port !== except) return port;
  }
  throw new Error(`No free port from ${wanted} on.`);
}

/**
 * Listens on the port briefly. Returns the port, or throws the system's error.
 */
export async function tryPort(host: string, port: number): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  // A TCP server has an address with a port.
  const taken = (server.address() as AddressInfo).port;
  server.close();
  await once(server, "close");
  return taken;
}
