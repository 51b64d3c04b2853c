const OWN_ADDRESSES = "localhost,127.0.0.1,::1,[::1]";

/**
 * Returns the variables that keep requests to this machine away from a proxy
 * that the environment names for all others. Programs read one name or the other.
 */
export function withoutProxy(
  environment: Readonly<Record<string, string | undefined>>,
): Record<"NO_PROXY" | "no_proxy", string> {
  const given = environment.no_proxy || environment.NO_PROXY;
  const list = given ? `${given},${OWN_ADDRESSES}` : OWN_ADDRESSES;
  return { NO_PROXY: list, no_proxy: list };
}
