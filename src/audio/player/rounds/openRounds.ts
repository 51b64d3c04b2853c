import { logFailure } from "../../../lib/logFailure";
import { decodeWhole } from "../../signal/decodeWhole";
import { fetchFile } from "../../signal/fetchFile";
import { silentUrl } from "../chain/silence";
import type { AudioElement } from "../player";
import type { Track } from "../track";
import { RoundsElement } from "./roundsElement";

/**
 * Makes an element that repeats tracks without a gap; see `RoundsElement`. Opens the context, so
 * call it in a tap.
 */
export function openRounds(
  own: AudioElement,
  context: AudioContext,
  track: () => Track | null,
): RoundsElement {
  return new RoundsElement({
    ...{ own, context },
    silence: silentUrl(),
    lengthMs: () => track()?.durationMs ?? 0,
    load: async (url) => {
      const bpm = track()?.bpm ?? 0;
      try {
        return await decodeWhole(await fetchFile(url), context, bpm);
      } catch (error) {
        // The element plays the file too and reports what is wrong with it.
        logFailure("decoding a track that loops failed", error);
        return null;
      }
    },
  });
}
