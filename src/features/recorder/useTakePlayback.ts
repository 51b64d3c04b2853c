import type { FinishedTake } from "../../audio/store/finishedTake";
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { appPlayer } from "../../audio/player/appPlayer";
import { isAsRecorded } from "../../audio/mix/mixPlan";
import type { VoiceMix } from "../../audio/store/voiceMix";
import { MixDeck } from "../../audio/mix/mixDeck";
import { isOn, type PlaybackProblem } from "../../audio/player/playerState";
import type { Recorder } from "../../audio/studio/recorder";
import { type Track, takeTrack } from "../../audio/player/track";
import { useTrackPlayback } from "../../audio/player/useTrackPlayback";
import { logFailure } from "../../lib/logFailure";
import { useMix } from "./useStudio";

export interface TakePlayback {
  readonly isOn: boolean;
  readonly elapsedMs: number;
  readonly problem: PlaybackProblem | null;
  readonly toggle: () => void;
  readonly stop: () => void;
  readonly seek: (ms: number) => void;
  /** Moves to a position and plays from there. */
  readonly playFrom: (ms: number) => void;
  readonly changeMix: (mix: VoiceMix) => void;
}

/**
 * Plays a finished take as it will be published, mixed live. A take without a stem plays from its
 * file, and so does a take with an unchanged mix whose beat cannot be loaded.
 */
export function useTakePlayback(
  recorder: Recorder,
  take: FinishedTake,
  title: string,
): TakePlayback {
  const mix = useMix(recorder);
  const isMixable = take.stem !== null;
  const deck = useMixDeck(recorder);
  const track = useTakeTrack(take, title);
  useContinue(track, recorder, deck);
  const file = useTrackPlayback(track);
  const mixed = useSyncExternalStore(deck.subscribe, deck.getState);

  const isFileOn = file.isPlaying || file.isLoading;
  const isMixOn = mixed.status !== "still";
  // Both ways of playing are unlocked in the tap, so that either may start later without another
  // tap.
  const playFile = (fromMs?: number) => {
    deck.unlock();
    appPlayer.play(track, fromMs);
  };
  const playMix = (fromMs: number) => {
    appPlayer.unlock();
    appPlayer.close();
    void deck.play(recorder.getMix, fromMs).then(() => {
      const canPlayFile = isAsRecorded(recorder.getMix());
      if (deck.getState().isFailed && canPlayFile)
        appPlayer.play(track, fromMs);
    });
  };
  const stop = () => {
    if (isMixOn) deck.stop();
    else if (isFileOn) appPlayer.close();
  };
  const toggle = () => {
    if (isMixOn || isFileOn) stop();
    else if (isMixable) playMix(0);
    else playFile();
  };
  const seek = (ms: number) => {
    if (isMixable) playMix(ms);
    else if (file.isCurrent) file.seek(ms);
    else playFile(ms);
  };
  const playFrom = (ms: number) => {
    if (isMixOn || !isAsRecorded(mix)) playMix(ms);
    else playFile(ms);
  };
  const changeMix = (next: VoiceMix) => {
    recorder.setMix(next);
    if (isMixOn) deck.setMix(next);
    else if (isFileOn) playMix(file.elapsedMs);
    // Preload the mixer, so that the next press plays immediately. The next press also reports a
    // failure.
    else recorder.openMixer().catch(() => undefined);
  };
  return {
    isOn: isFileOn || isMixOn,
    elapsedMs: isMixOn ? mixed.elapsedMs : file.elapsedMs,
    problem: mixed.isFailed && !isAsRecorded(mix) ? "refused" : file.problem,
    toggle,
    stop,
    seek,
    playFrom,
    changeMix,
  };
}

/**
 * When another take is shown, stops the old one and plays the new one from the same position. If
 * the new take is shorter than that, it starts at its beginning. Unmounting only stops playback.
 */
function useContinue(track: Track, recorder: Recorder, deck: MixDeck): void {
  const continueAtMs = useRef<number | null>(null);
  useEffect(() => {
    const { current } = continueAtMs;
    continueAtMs.current = null;
    if (current !== null) {
      const fromMs = current < (track.durationMs ?? 0) ? current : 0;
      if (isAsRecorded(recorder.getMix())) appPlayer.play(track, fromMs);
      else void deck.play(recorder.getMix, fromMs);
    }
    return () => {
      const file = appPlayer.getState();
      const mixed = deck.getState();
      if (mixed.status !== "still") continueAtMs.current = mixed.elapsedMs;
      deck.halt();
      if (file.track?.id !== track.id) return;
      if (isOn(file)) continueAtMs.current = file.elapsedMs;
      appPlayer.close();
    };
  }, [track, recorder, deck]);
}

function useMixDeck(recorder: Recorder): MixDeck {
  const [deck] = useState(
    () =>
      new MixDeck({
        openMixer: () => recorder.openMixer(),
        openContext: () => new AudioContext(),
        player: appPlayer,
        onFailure: (error) => logFailure("playing the mix failed", error),
      }),
  );
  useEffect(() => () => deck.stop(), [deck]);
  return deck;
}

/**
 * A track for the take's file. Its object URL lives as long as the component; unmounting stops a
 * playing preview.
 */
function useTakeTrack(take: FinishedTake, title: string): Track {
  const track = useMemo(
    () => takeTrack(take, { url: URL.createObjectURL(take.file), title }),
    [take, title],
  );
  useEffect(
    () => () => {
      if (track.url !== null) URL.revokeObjectURL(track.url);
    },
    [track],
  );
  return track;
}
