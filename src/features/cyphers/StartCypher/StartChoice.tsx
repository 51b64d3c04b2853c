import { Group } from "@mantine/core";
import { useState } from "react";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { clockText, dayText } from "../../../lib/dateText";
import { useLanguage } from "../../../texts/TextsProvider";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { proposedTime, startDays } from "./startTimes";

interface StartChoiceProps {
  /** Null if the cypher starts now. */
  startsAt: number | null;
  onChange: (startsAt: number | null) => void;
}

/** When a live cypher starts: now, or at a quarter hour of the next two weeks. */
export function StartChoice({ startsAt, onChange }: StartChoiceProps) {
  const t = useCypherTexts();
  const { language } = useLanguage();
  const [days] = useState(() => startDays(Date.now()));
  const day = days.find(
    ({ times }) => startsAt !== null && times.includes(startsAt),
  );
  const handleDay = (value: string) => {
    const chosen = days.find(({ at }) => `${at}` === value);
    onChange(chosen ? proposedTime(chosen) : null);
  };
  return (
    <Group grow align="end">
      <ChoiceField
        label={t.starts}
        none={t.now}
        choices={days.map(({ at }) => ({
          value: `${at}`,
          label: dayText(at, language),
        }))}
        value={day ? `${day.at}` : ""}
        onChange={({ currentTarget: { value } }) => handleDay(value)}
      />
      {day && (
        <ChoiceField
          label={t.startTime}
          choices={day.times.map((at) => ({
            value: `${at}`,
            label: clockText(at, language),
          }))}
          value={`${startsAt}`}
          onChange={({ currentTarget: { value } }) => onChange(Number(value))}
        />
      )}
    </Group>
  );
}
