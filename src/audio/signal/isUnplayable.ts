/**
 * Returns whether a failure to decode is the file's fault, because the browser can play other files
 * of this type.
 */
export function isUnplayable(failure: unknown, type: string): boolean {
  const isBroken =
    failure instanceof DOMException && failure.name === "EncodingError";
  return isBroken && new Audio().canPlayType(type) !== "";
}
