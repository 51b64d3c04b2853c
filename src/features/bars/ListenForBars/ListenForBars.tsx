import { Button, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { isBpm } from "../../../../convex/shared/beatFacts";
import { appPlayer } from "../../../audio/player/appPlayer";
import { playWithClicks } from "../../../audio/analysis/playWithClicks";
import { reportFailure } from "../../../lib/reportFailure";
import { useBarsTexts } from "../../../texts/useBarsTexts";

interface ListenForBarsProps {
  file: Blob;
  bpm: number;
  firstBarMs: number;
}

/** Plays the first bars with a click on every beat, until they end or are stopped. */
export function ListenForBars({ file, bpm, firstBarMs }: ListenForBarsProps) {
  const t = useBarsTexts();
  const playing = useRef<AbortController | null>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  useEffect(() => () => playing.current?.abort(), []);

  if (!isBpm(bpm)) return <Text c="dimmed">{t.needsBpm}</Text>;

  const handlePress = async () => {
    if (playing.current) {
      playing.current.abort();
      return;
    }
    const controller = new AbortController();
    playing.current = controller;
    setIsPlaying(true);
    const release = appPlayer.block();
    try {
      await playWithClicks({ file, bpm, firstBarMs }, controller.signal);
    } catch (error) {
      reportFailure(error, t.listenFailed);
    } finally {
      release();
      playing.current = null;
      setIsPlaying(false);
    }
  };

  return (
    <Button variant="default" onClick={() => void handlePress()}>
      {isPlaying ? t.stop : t.listen}
    </Button>
  );
}
