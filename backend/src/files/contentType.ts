/** Types a browser may show as they are; none of them can run script. */
const shownTypes =
  /^(?:audio\/[a-z0-9.+-]+|image\/(?:png|jpeg|gif|webp|avif))$/;

/** How a stored file is served: never as a type that opens as a document. */
export function served(storedType: string | null): {
  contentType: string;
  disposition: "inline" | "attachment";
} {
  const [essence = ""] = (storedType ?? "").toLowerCase().split(";");
  const contentType = essence.trim();
  return shownTypes.test(contentType)
    ? { contentType, disposition: "inline" }
    : { contentType: "application/octet-stream", disposition: "attachment" };
}
