/** Loads the page again if the server answers. */
export async function reloadIfReached(): Promise<void> {
  try {
    const { ok } = await fetch("/", { method: "HEAD", cache: "no-store" });
    if (ok) window.location.reload();
  } catch {
    // The page stays as it is, because loading it again would fail as well.
  }
}
