import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import {
  checkSection,
  planSection,
  SECTION_BARS,
} from "../../../audio/capture/sectionPlan";
import type { Section } from "../../../../convex/shared/sections";
import { barsInLoop } from "../../../../convex/shared/beatGrid";
import type { Recorder } from "../../../audio/studio/recorder";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { useBarsTexts } from "../../../texts/useBarsTexts";
import type { TakeBeat } from "../LiveWaveform/LiveWaveform";
import { useSettings } from "../useStudio";

interface SectionChoiceProps {
  recorder: Recorder;
  beat: TakeBeat;
  isDisabled: boolean;
}

/** Chooses the bars of the next take. The take is free until the rapper picks a length. */
export function SectionChoice(props: SectionChoiceProps) {
  const { recorder, beat, isDisabled } = props;
  const t = useBarsTexts().section;
  const { section } = useSettings(recorder);
  /** The text that is being typed; if null, the field shows the current bar. */
  const [typed, setTyped] = useState<string | null>(null);
  const rhythm = {
    bpm: beat.bpm,
    loopMs: beat.durationMs,
    firstBarMs: beat.grid?.firstBarMs,
  };
  const lastBar = barsInLoop(rhythm);
  const isTooLong = (chosen: Section) =>
    checkSection(chosen, rhythm) === "tooLong";
  const lengths = SECTION_BARS.filter(
    (bars) => !isTooLong({ startBar: 1, bars }),
  );
  const choose = (next: Section | null) =>
    recorder.changeSettings({ section: next });

  const handleStart = (text: string) => {
    setTyped(text);
    const startBar = Number(text);
    const isBar =
      Number.isInteger(startBar) && startBar >= 1 && startBar <= lastBar;
    if (section && isBar) choose({ ...section, startBar });
  };

  return (
    <Stack gap="xs">
      <Group gap="sm" align="flex-end" grow preventGrowOverflow={false}>
        <ChoiceField
          label={t.label}
          none={t.free}
          choices={lengths.map((bars) => ({
            value: String(bars),
            label: t.option(bars),
          }))}
          value={section ? String(section.bars) : ""}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) => {
            const startBar = section?.startBar ?? 1;
            choose(value === "" ? null : { startBar, bars: Number(value) });
          }}
        />
        {section && (
          <TextInput
            type="number"
            inputMode="numeric"
            label={t.from}
            min={1}
            max={lastBar}
            value={typed ?? String(section.startBar)}
            disabled={isDisabled}
            onChange={({ currentTarget: { value } }) => handleStart(value)}
            onBlur={() => setTyped(null)}
          />
        )}
      </Group>
      {lengths.length === 0 && <Text c="dimmed">{t.tooLong}</Text>}
      {section && (
        <Text c="dimmed" size="sm" role="status">
          {t.hint(Math.round(planSection(section, rhythm).takeMs / 1000))}
          {checkSection(section, rhythm) === "repeats" && ` ${t.repeats}`}
        </Text>
      )}
    </Stack>
  );
}
