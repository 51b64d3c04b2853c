import type { Location } from "react-router-dom";
import { paths } from "./paths";

/** What a redirect leaves in the history entry, so that a deep link survives login, sign-up and activation. */
export interface ReturnState {
  from?: string;
  /** What the page arrived at should say. */
  notice?: "notConfirmed";
}

export function rememberTarget(location: Location): ReturnState {
  return { from: location.pathname + location.search + location.hash };
}

export function readReturnState(state: unknown): ReturnState {
  const from = field(state, "from");
  return from !== null && isOwnPath(from) ? { from } : {};
}

export function readNotice(state: unknown): ReturnState["notice"] | null {
  return field(state, "notice") === "notConfirmed" ? "notConfirmed" : null;
}

/** Where to go once a person may go anywhere. */
export function returnTarget(state: unknown): string {
  return readReturnState(state).from ?? paths.home;
}

function field(state: unknown, name: string): string | null {
  if (typeof state !== "object" || state === null) return null;
  const value: unknown = Reflect.get(state, name);
  return typeof value === "string" ? value : null;
}

function isOwnPath(path: string): boolean {
  return path.startsWith("/") && !path.startsWith("//");
}
