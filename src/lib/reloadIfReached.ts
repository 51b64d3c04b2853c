/** Reloads the page if the server answers. */
export async function reloadIfReached(): Promise<void> {
  try {
    const { ok } = await fetch("/", { method: "HEAD", cache: "no-store" });
    if (ok) window.location.reload();
  } catch {
    // The page stays, because reloading it would fail too.
  }
}
