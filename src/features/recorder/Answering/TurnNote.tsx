import { Text } from "@mantine/core";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import type { RecorderTurn } from "../recorderTurn";

/** Says which bars the take of a turn covers. */
export function TurnNote({ turn }: { turn: RecorderTurn }) {
  const t = useCypherTexts();
  const { bars, startBar } = turn.section;
  return (
    <Text mb="sm" fw={700}>
      {t.turnBars(bars, startBar)}
    </Text>
  );
}
