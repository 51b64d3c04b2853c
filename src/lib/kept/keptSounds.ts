import { logFailure } from "../logFailure";
import { KeptCache } from "./keptCache";

/** Room for six beats of the largest size, or twenty of the usual size. */
const MOST_BYTES = 60_000_000;

const sounds = new KeptCache("sounds", MOST_BYTES);

/**
 * Keeps the whole file of a beat for times without a connection; the service worker answers with
 * it. Downloads the file, unless `loaded` is given. Does nothing if no service worker runs.
 */
export async function keepSound(url: string, loaded?: Response): Promise<void> {
  // Absent on insecure connections.
  const isKeeping = "serviceWorker" in navigator;
  if (!isKeeping || navigator.serviceWorker.controller === null) return;
  try {
    if (loaded === undefined && (await sounds.get(url))) return;
    const answer = loaded ?? (await fetch(url));
    if (answer.ok) await sounds.keep(url, answer);
  } catch (error) {
    logFailure("keeping a sound failed", error);
  }
}

/**
 * Removes the sounds that the server no longer has, so that a removed sound is not heard from here
 * either.
 */
export async function dropGoneSounds(): Promise<void> {
  try {
    for (const url of await sounds.urls()) {
      // The service worker passes requests with a range on to the server.
      const { status } = await fetch(url, { headers: { Range: "bytes=0-0" } });
      if (status === 404 || status === 410) await sounds.remove(url);
    }
  } catch (error) {
    logFailure("looking for sounds that are gone failed", error);
  }
}
