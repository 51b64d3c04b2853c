import Bowser from "bowser";
import type { DeviceName } from "../../shared/validators";

/** Real user agents are shorter; only this much is read. */
const MAX_AGENT_LENGTH = 400;
const MAX_NAME_LENGTH = 40;

/**
 * Names the browser and the system of a user agent, such as Firefox and
 * Android. The text comes from the client and proves nothing: it only helps
 * people to recognise their own devices.
 */
export function deviceName(userAgent: string | null): DeviceName {
  const agent = userAgent?.slice(0, MAX_AGENT_LENGTH).trim() ?? "";
  if (agent === "") return { browser: null, system: null };
  const { browser, os } = Bowser.parse(agent);
  return { browser: shortName(browser.name), system: shortName(os.name) };
}

/** Returns null unless the name consists of a few plain words. */
function shortName(name: string | undefined): string | null {
  if (name === undefined || name.length > MAX_NAME_LENGTH) return null;
  return /^[A-Za-z][\w .+-]*$/.test(name) ? name : null;
}
