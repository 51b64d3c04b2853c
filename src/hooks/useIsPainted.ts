import { use, useDeferredValue } from "react";
import { MovedContext } from "./movedContext";

/** The screens that have a bottom bar; see `tokens.css`. */
const PHONE = "(max-width: 48em)";

/**
 * False while a phone draws the page with which the app starts, and true right after. Content below
 * the first screen waits for this, so that the rest appears sooner on a slow phone. On other
 * devices and pages it is true at once, except in pages drawn by the build.
 */
export function useIsPainted(): boolean {
  const hasMoved = use(MovedContext);
  const waits = !hasMoved && isPhone();
  return useDeferredValue(true, waits ? false : undefined);
}

function isPhone(): boolean {
  return typeof matchMedia === "undefined" || matchMedia(PHONE).matches;
}
