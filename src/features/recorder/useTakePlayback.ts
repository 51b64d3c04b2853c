import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { appPlayer } from "../../audio/appPlayer";
import { isAsRecorded, type VoiceMix } from "../../audio/mixPlan";
import { MixDeck } from "../../audio/mixDeck";
import type { PlaybackProblem } from "../../audio/player";
import type { Recorder } from "../../audio/recorder";
import type { FinishedTake } from "../../audio/takeMachine";
import { type Track, trackId } from "../../audio/track";
import { useTrackPlayback } from "../../audio/usePlayer";
import { logFailure } from "../../lib/logFailure";
import { useMix } from "./useRecorder";

export interface TakePlayback {
  readonly isOn: boolean;
  readonly elapsedMs: number;
  readonly problem: PlaybackProblem | null;
  readonly toggle: () => void;
  readonly seek: (ms: number) => void;
  readonly changeMix: (mix: VoiceMix) => void;
}

/** A take is heard from its file until its voice is moved; from then on it is mixed while it plays. */
export function useTakePlayback(
  recorder: Recorder,
  take: FinishedTake,
  title: string,
): TakePlayback {
  const mix = useMix(recorder);
  const track = useTakeTrack(take, title);
  const file = useTrackPlayback(track);
  const deck = useMixDeck(recorder);
  const mixed = useSyncExternalStore(deck.subscribe, deck.getState);

  const isFileOn = file.isPlaying || file.isLoading;
  const isMixOn = mixed.status !== "still";
  const playMix = (fromMs: number) => {
    appPlayer.close();
    void deck.play(recorder.getMix, fromMs);
  };
  const toggle = () => {
    if (isMixOn) deck.stop();
    else if (isFileOn) appPlayer.close();
    else if (isAsRecorded(mix)) appPlayer.play(track);
    else playMix(0);
  };
  const seek = (ms: number) => {
    if (isMixOn || !isAsRecorded(mix)) playMix(ms);
    else file.seek(ms);
  };
  const changeMix = (next: VoiceMix) => {
    recorder.setMix(next);
    if (isMixOn) deck.setMix(next);
    else if (isFileOn) playMix(file.elapsedMs);
    // So that the next press plays at once; a failure shows then.
    else recorder.openMixer().catch(() => undefined);
  };
  return {
    isOn: isFileOn || isMixOn,
    elapsedMs: isMixOn ? mixed.elapsedMs : file.elapsedMs,
    problem: mixed.isFailed ? "refused" : file.problem,
    toggle,
    seek,
    changeMix,
  };
}

function useMixDeck(recorder: Recorder): MixDeck {
  const [deck] = useState(
    () =>
      new MixDeck({
        openMixer: () => recorder.openMixer(),
        player: appPlayer,
        onFailure: (error) => logFailure("playing the mix failed", error),
      }),
  );
  useEffect(() => () => deck.stop(), [deck]);
  return deck;
}

/** The address of a take lives as long as its panel; a preview that still plays ends with it. */
function useTakeTrack(take: FinishedTake, title: string): Track {
  const track = useMemo<Track>(
    () => ({
      id: trackId("take", take.id),
      kind: "take",
      url: URL.createObjectURL(take.file),
      title,
      artist: "",
      href: null,
      durationMs: take.durationMs,
    }),
    [take, title],
  );
  useEffect(
    () => () => {
      if (appPlayer.getState().track?.id === track.id) appPlayer.close();
      if (track.url !== null) URL.revokeObjectURL(track.url);
    },
    [track],
  );
  return track;
}
