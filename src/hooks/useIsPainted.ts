import { use, useDeferredValue } from "react";
import { MovedContext } from "./movedContext";

/** The screens that have a bottom bar; see `tokens.css`. */
const PHONE = "(max-width: 48em)";

/**
 * False while a phone draws the page that the app starts with, and true right
 * after it has. What lies below the first screen waits for that, so that the
 * rest appears sooner on a slow phone. Everywhere else it is true at once,
 * except in what the build draws.
 */
export function useIsPainted(): boolean {
  const hasMoved = use(MovedContext);
  const waits = !hasMoved && isPhone();
  return useDeferredValue(true, waits ? false : undefined);
}

function isPhone(): boolean {
  return typeof matchMedia === "undefined" || matchMedia(PHONE).matches;
}
