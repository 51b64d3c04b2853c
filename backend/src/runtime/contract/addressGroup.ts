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

/**
 * A network that contains an address. `allowance` says how many times the limit
 * of a single address group the network may use.
 */
export interface Network {
  readonly name: string;
  readonly allowance: number;
}

const NETWORK_SUFFIX = "::/64";

/**
 * Returns the networks that contain a group of `addressGroup`, the smallest
 * first. A home line often has the 256 groups of a /56, a rented machine the
 * 65,536 of a /48, so each of these networks has a limit too. It is higher than
 * that of one group, because a carrier gives neighbouring /64 networks to
 * different phones.
 */
export function networksOf(group: string): readonly Network[] {
  const own = { name: group, allowance: 1 };
  if (!group.endsWith(NETWORK_SUFFIX)) return [own];
  const groups = group.slice(0, -NETWORK_SUFFIX.length).split(":");
  const site = groups.slice(0, 3).join(":");
  const line = parseInt(groups[3] ?? "0", 16) >> 8;
  return [
    own,
    { name: `${site}:${line.toString(16)}00::/56`, allowance: 2 },
    { name: `${site}::/48`, allowance: 4 },
  ];
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
