/**
 * Types that a browser may display. None of them can run scripts in the app's
 * origin: PDF viewers run in an origin of their own.
 */
const shownTypes =
  /^(?:(?:audio|video)\/[a-z0-9.+-]+|image\/(?:png|jpeg|gif|webp|avif)|application\/pdf)$/;

/**
 * Returns how to serve a file from the app's origin. Anything a browser could
 * open as a document becomes a download.
 */
export function safeContentHeaders(storedType: string | null): {
  contentType: string;
  disposition: "inline" | "attachment";
} {
  const [essence = ""] = (storedType ?? "").toLowerCase().split(";");
  const contentType = essence.trim();
  return shownTypes.test(contentType)
    ? { contentType, disposition: "inline" }
    : { contentType: "application/octet-stream", disposition: "attachment" };
}

const headerText = /^[\x20-\x7e]+$/;

/**
 * Returns the stored type, as Convex serves it. Only for a separate host: the
 * browser may run what it displays.
 */
export function originalContentType(storedType: string | null): string {
  return storedType !== null && headerText.test(storedType)
    ? storedType
    : "application/octet-stream";
}
