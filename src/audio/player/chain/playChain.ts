import { equalGain } from "../../../../convex/shared/equalGain";
import type { PlacedSection } from "../../../../convex/shared/sections";
import { fetchFile } from "../../signal/fetchFile";
import type { Player } from "../player";
import type { Queue } from "../playerState";
import type { Track } from "../track";
import { silentElement } from "./silence";
import { ChainElement, type ChainItem } from "./chainElement";

/** A verse of a chain, with what is needed to play it. */
export interface ChainVerse {
  readonly track: Track;
  /** Null if its bars are not known. */
  readonly section: PlacedSection | null;
}

interface Chain {
  readonly verses: readonly ChainVerse[];
  readonly onSkipped: (track: Track) => void;
}

/**
 * Plays verses one after the other on the player, from the first one. Must be called from a click
 * handler, or the browser will not start audio.
 */
export function playChain(player: Player, { verses, onSkipped }: Chain): void {
  const [first] = verses;
  if (!first || player.getState().isBlocked) return;
  const context = new AudioContext();
  const items = verses.map(itemOf);
  const trackOf = (item: ChainItem) => verses[items.indexOf(item)]?.track;
  const element = new ChainElement({
    ...{ context, items },
    load: async (url) => context.decodeAudioData(await fetchFile(url)),
    volumeOf: (item) =>
      player.getState().isEqual ? equalGain(trackOf(item)?.loudness) : 1,
    onNext: (item) => {
      const track = trackOf(item);
      if (track) player.handOver(track);
    },
    onSkipped: (item) => {
      const track = trackOf(item);
      if (track) onSkipped(track);
    },
  });
  keepAwake(element);
  let at = 0;
  const queueAt = (index: number): Queue => ({
    place: { number: index + 1, count: verses.length },
    hasPrevious: index > 0,
    hasNext: index < verses.length - 1,
    has: ({ id }) => verses.some(({ track }) => track.id === id),
    step: (by) => {
      const verse = verses[index + by];
      if (verse) player.play(verse.track, 0);
    },
  });
  const opened = queueAt(0);
  let queue = opened;
  player.openQueue(element, opened);
  const stop = player.subscribe(() => {
    const state = player.getState();
    if (state.queue !== queue) return stop();
    const index = verses.findIndex(({ track }) => track.id === state.track?.id);
    if (index === -1 || index === at) return;
    at = index;
    queue = queueAt(index);
    player.showQueue(queue);
  });
  player.play(first.track);
}

/**
 * Plays silence in an audio element, so that the system knows that something plays: the chain's own
 * sound does not come from an element.
 */
function keepAwake(element: ChainElement): void {
  const silence = silentElement();
  const start = () => void silence.play().catch(() => undefined);
  const stop = () => silence.pause();
  element.addEventListener("playing", start);
  for (const event of ["pause", "ended", "emptied"])
    element.addEventListener(event, stop);
  element.addEventListener("emptied", () => URL.revokeObjectURL(silence.src));
  start(); // called within the click
}

const itemOf = ({ track, section }: ChainVerse): ChainItem => ({
  ...{ url: track.url ?? track.id, durationMs: track.durationMs, section },
});
