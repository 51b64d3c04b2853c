import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

/**
 * Which proxies are believed: this number of proxies between visitor and
 * server, or all in these networks. null: none.
 */
export type TrustedProxies = number | BlockList | null;

/**
 * Returns the client's IP address. Every proxy adds the address that it was
 * asked from to the end of X-Forwarded-For, so only the last entries, those of
 * the trusted proxies, cannot be made up by the client.
 */
export function clientAddress(
  request: IncomingMessage,
  proxies: TrustedProxies,
): string {
  const { remoteAddress = "" } = request.socket;
  if (proxies === null) return remoteAddress;
  const header = String(request.headers["x-forwarded-for"] ?? "").trim();
  if (header === "") return remoteAddress;
  const entries = header.split(",").map(addressOfEntry);
  const found =
    typeof proxies === "number"
      ? entries.at(-Math.min(proxies, entries.length))
      : firstStranger([...entries, remoteAddress].toReversed(), proxies);
  return found ?? remoteAddress;
}

/**
 * Returns the address in an entry of X-Forwarded-For, without the port and the
 * brackets that some proxies add; null if the entry is not an address. Ports
 * differ between connections, so keeping them would turn one visitor into many.
 */
function addressOfEntry(entry: string): string | null {
  const text = entry.trim();
  const bare =
    /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ??
    /^([\d.]+):\d+$/.exec(text)?.[1] ??
    text;
  return isIP(bare) === 0 ? null : bare;
}

/**
 * Walks away from the server and returns the first address that is not a trusted
 * proxy. If there is none, returns the last one that could be believed.
 */
function firstStranger(
  addresses: readonly (string | null)[],
  proxies: BlockList,
): string | null {
  let last: string | null = null;
  for (const address of addresses) {
    if (address === null) break; // Entries further from the server cannot be believed.
    last = address;
    if (!isLoopback(address) && !isIn(proxies, address)) break;
  }
  return last;
}

const isIn = (networks: BlockList, address: string): boolean =>
  networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Reads networks, such as 10.0.0.0/8 or 2001:db8::1. Returns null if one of
 * them is not a network.
 */
export function readNetworks(text: string): BlockList | null {
  const networks = new BlockList();
  for (const network of text.split(",")) {
    const [address = "", bits, ...more] = network.trim().split("/");
    const version = isIP(address);
    const family = version === 6 ? "ipv6" : "ipv4";
    const most = version === 6 ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    const isPrefix = bits !== "" && Number.isInteger(prefix) && prefix >= 0;
    if (version === 0 || !isPrefix || prefix > most || more.length > 0)
      return null;
    networks.addSubnet(address, prefix, family);
  }
  return networks;
}

/** True for addresses of this machine, from which a reverse proxy connects. */
export function isLoopback(address: string): boolean {
  return (
    address === "::1" ||
    address.startsWith("127.") ||
    address.startsWith("::ffff:127.")
  );
}
