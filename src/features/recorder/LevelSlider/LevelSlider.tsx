import "@mantine/core/styles/Slider.layer.css";
import { Slider, Text } from "@mantine/core";
import { useId } from "react";

interface LevelSliderProps {
  label: string;
  /** 1 is the level as captured. */
  value: number;
  onChange: (value: number) => void;
}

const percentText = (share: number) => `${Math.round(share * 100)}%`;

export function LevelSlider({ label, value, onChange }: LevelSliderProps) {
  const id = useId();
  return (
    <div>
      <Text id={id} fw={600}>
        {label}
      </Text>
      <Slider
        aria-labelledby={id}
        thumbProps={{ "aria-labelledby": id }}
        min={0}
        max={1.5}
        step={0.05}
        size="lg"
        thumbSize={30}
        value={value}
        label={percentText}
        thumbValueText={percentText}
        onChange={onChange}
      />
    </div>
  );
}
