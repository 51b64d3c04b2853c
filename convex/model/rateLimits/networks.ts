import ipaddr from "ipaddr.js";

/** A network whose attempts are counted together. */
export interface Network {
  readonly name: string;
  /** The network may do this many times as much as one origin. */
  readonly allowance: number;
}

/**
 * Returns the networks that an IP address counts in: an IPv4 address itself, or
 * the /64, the /56 and the /48 of an IPv6 address. A phone has a /64, a home
 * line often the 256 networks of a /56, and a rented machine the 65,536 of a
 * /48. Wider networks have a higher allowance, because phones of one carrier
 * are neighbours. An invalid address counts as a network of its own.
 */
export function networksOf(ip: string): readonly Network[] {
  if (!ipaddr.isValid(ip)) return [{ name: ip, allowance: 1 }];
  const address = ipaddr.process(ip);
  if (!(address instanceof ipaddr.IPv6))
    return [{ name: address.toString(), allowance: 1 }];
  const [one = 0, two = 0, three = 0, four = 0] = address.parts;
  const site = [one, two, three].map((group) => group.toString(16)).join(":");
  return [
    { name: `${site}:${four.toString(16)}`, allowance: 1 },
    { name: `${site}:${(four >> 8).toString(16)}00/56`, allowance: 2 },
    { name: `${site}/48`, allowance: 4 },
  ];
}
