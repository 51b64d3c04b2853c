import { Group, Progress, Stack, Text } from "@mantine/core";
import { useRecorderTexts } from "../../../texts/useRecorderTexts";

/**
 * Shows how much of the take is mixed. The number is outside the status, because screen readers
 * would read out each one.
 */
export function MixProgress({ percent }: { percent: number }) {
  const { voice: t } = useRecorderTexts();
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text role="status">{t.mixing}</Text>
        <Text c="dimmed">{percent}%</Text>
      </Group>
      <Progress
        value={percent}
        size="lg"
        transitionDuration={200}
        aria-label={t.mixing}
      />
      <Text c="dimmed">{t.mixingHint}</Text>
    </Stack>
  );
}
