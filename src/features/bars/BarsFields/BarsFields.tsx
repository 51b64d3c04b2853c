import { Stack } from "@mantine/core";
import { type Bars, MUSICAL_KEYS } from "../../../../convex/shared/bars";
import type { FileAnalysis } from "../../../audio/analysis/analyseFile";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import { FirstBarField } from "../FirstBarField/FirstBarField";

interface BarsFieldsProps {
  bpm: number;
  sound: FileAnalysis;
  bars: Bars;
  isDisabled: boolean;
  onChange: (bars: Bars) => void;
}

/** Fields to set the first bar on the waveform, and to choose the key. */
export function BarsFields(props: BarsFieldsProps) {
  const { bpm, sound, bars, isDisabled, onChange } = props;
  const t = useBarsTexts();
  const firstBarMs = bars.grid?.firstBarMs ?? 0;
  return (
    <Stack gap="md">
      <FirstBarField
        value={firstBarMs}
        bpm={bpm}
        sound={sound}
        isDisabled={isDisabled}
        onChange={(next) => onChange({ ...bars, grid: { firstBarMs: next } })}
      />
      <ChoiceField
        label={t.key}
        name="key"
        autoComplete="off"
        none={t.noKey}
        choices={MUSICAL_KEYS.map((key) => ({
          value: key,
          label: t.keyName(key),
        }))}
        value={bars.key ?? ""}
        disabled={isDisabled}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...bars, key: value || null })
        }
      />
    </Stack>
  );
}
