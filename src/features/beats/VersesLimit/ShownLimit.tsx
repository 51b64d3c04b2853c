import { Text } from "@mantine/core";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { useTexts } from "../../../texts/TextsProvider";

/** The verse limit of a beat, for everyone who cannot change it. */
export function ShownLimit({ beat }: { beat: BeatSummary }) {
  const t = useTexts("beats").limit;
  return (
    <div>
      <Text fw={600}>
        {t.label}: {t.option(beat.versesLimit)}
      </Text>
      <Text c="dimmed">{t.setByProducer}</Text>
    </div>
  );
}
