import { Stack, Text } from "@mantine/core";
import { isMarked, type MarkedBars } from "../../../audio/takeBars/markedBars";
import type { TakeBar } from "../../../audio/takeBars/takeBars";
import { usePunchTexts } from "../../../texts/usePunchTexts";
import { BarToggles } from "../BarCells/BarToggles";

interface MarkPanelProps {
  bars: readonly TakeBar[];
  levels: readonly (readonly number[])[];
  isLoading: boolean;
  marked: MarkedBars | null;
  onPress: (bar: number) => void;
}

/** Lets the rapper mark bars of the take. */
export function MarkPanel(props: MarkPanelProps) {
  const { bars, levels, isLoading, marked, onPress } = props;
  const t = usePunchTexts();
  if (isLoading) return <Text role="status">{t.loading}</Text>;
  if (bars.length === 0) return <Text>{t.tooShort}</Text>;
  const lengthMs = bars
    .filter(({ bar }) => isMarked(marked, bar))
    .reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return (
    <Stack gap="md">
      <Text>{t.hint}</Text>
      <BarToggles
        bars={bars}
        levels={levels}
        marked={marked}
        onPress={onPress}
      />
      <Text role="status">
        {marked
          ? t.marked(
              marked.firstBar,
              marked.lastBar,
              Math.round(lengthMs / 1000),
            )
          : t.none}
      </Text>
    </Stack>
  );
}
