import type { Location } from "react-router-dom";
import { paths } from "./paths";

/** The path that a public page asks to return to after sign-in, as in `/signup?next=/beats/1`. */
const NEXT = "next";

/**
 * State that a redirect stores in the history entry, so that a deep link survives login, sign-up
 * and activation.
 */
export interface ReturnState {
  from?: string;
  /** A message for the page that is redirected to. */
  notice?: "notConfirmed";
}

export function rememberTarget(location: Location): ReturnState {
  return { from: location.pathname + location.search + location.hash };
}

/** The parts of a location that may hold a target. Anyone can forge both. */
export interface ReturnPlace {
  state: unknown;
  search: string;
}

/**
 * Reads the target from the history state, or else from the address. Only paths on this site are
 * accepted.
 */
export function readReturnState({ state, search }: ReturnPlace): ReturnState {
  const named = new URLSearchParams(search).get(NEXT);
  const from = field(state, "from") ?? named;
  return from !== null && isOwnPath(from) ? { from } : {};
}

export function readNotice(state: unknown): ReturnState["notice"] | null {
  return field(state, "notice") === "notConfirmed" ? "notConfirmed" : null;
}

/**
 * Returns the path to open once the viewer is fully signed in: the remembered one, or `otherwise`.
 */
export function returnTarget(
  place: ReturnPlace,
  otherwise: string = paths.home,
): string {
  return readReturnState(place).from ?? otherwise;
}

function field(state: unknown, name: string): string | null {
  if (typeof state !== "object" || state === null) return null;
  const value: unknown = Reflect.get(state, name);
  return typeof value === "string" ? value : null;
}

/**
 * Returns whether a path stays on this site. Browsers ignore tabs and line breaks, read a backslash
 * as a slash, and read two slashes as the start of a host name.
 */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[^\t\n\r]*$/.test(path);
}
