import { isIPv6 } from "node:net";

const MAX_LENGTH = 64;

/**
 * Returns the key under which limits and queues count an address: an IPv4
 * address itself, or the /64 network of an IPv6 address, because every IPv6
 * line is given at least that many addresses. An IPv4 address mapped into IPv6
 * counts as the IPv4 address. Text that is not an IP address is returned as it
 * is, cut to 64 characters.
 */
export function addressGroup(address: string): string {
  const [plain = ""] = address.split("%");
  if (!isIPv6(plain)) return address.slice(0, MAX_LENGTH);
  const groups = groupsOf(plain);
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    return ipv4Of(groups.slice(6));
  }
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Returns the eight hexadecimal groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every form of an address in the same way.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = "", right] = canonical.split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right === undefined || right === "" ? [] : right.split(":");
  const zeros = new Array<string>(8 - head.length - tail.length).fill("0");
  return [...head, ...zeros, ...tail];
}

function ipv4Of(groups: readonly string[]): string {
  return groups
    .flatMap((group) => {
      const value = parseInt(group, 16);
      return [value >> 8, value & 255];
    })
    .join(".");
}
