import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { isBpm } from "../../../../convex/shared/beatFacts";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import { addTap, tappedBpm } from "../tapTempo";

interface BpmToolsProps {
  /** NaN while the field is empty. */
  bpm: number;
  isDisabled: boolean;
  onChange: (bpm: number) => void;
}

/** Buttons next to the BPM field: half, double, and tapping along. */
export function BpmTools({ bpm, isDisabled, onChange }: BpmToolsProps) {
  const t = useBarsTexts();
  const [taps, setTaps] = useState<readonly number[]>([]);

  const handleTap = (atMs: number) => {
    const next = addTap(taps, atMs);
    setTaps(next);
    const tapped = tappedBpm(next);
    if (tapped !== null && isBpm(tapped)) onChange(tapped);
  };
  const scaled = (factor: number) => Math.round(bpm * factor * 100) / 100;

  return (
    <Group gap="xs" role="group" aria-label={t.tools}>
      <Button
        variant="default"
        aria-label={t.half}
        disabled={isDisabled || !isBpm(scaled(0.5))}
        onClick={() => onChange(scaled(0.5))}
      >
        ÷2
      </Button>
      <Button
        variant="default"
        aria-label={t.double}
        disabled={isDisabled || !isBpm(scaled(2))}
        onClick={() => onChange(scaled(2))}
      >
        ×2
      </Button>
      <Button
        variant="default"
        disabled={isDisabled}
        onClick={(event) => handleTap(event.timeStamp)}
      >
        {t.tap}
      </Button>
    </Group>
  );
}
