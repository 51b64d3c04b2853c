/**
 * Returns whether a failure to decode is the fault of the file, because the browser plays others of
 * this type.
 */
export function isUnplayable(failure: unknown, type: string): boolean {
  const isBroken =
    failure instanceof DOMException && failure.name === "EncodingError";
  return isBroken && new Audio().canPlayType(type) !== "";
}
