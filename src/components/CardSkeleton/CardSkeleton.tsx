import { Group, Paper, Skeleton, Stack } from "@mantine/core";
import { useTexts } from "../../texts/TextsProvider";

/** Stands where a list of cards will be, in the cards' own measure. */
export function CardSkeletons({ count }: { count: number }) {
  const { loading } = useTexts("common");
  return (
    <Stack gap="md" aria-busy="true" aria-label={loading} role="status">
      {Array.from({ length: count }, (_, i) => (
        <CardSkeleton key={i} />
      ))}
    </Stack>
  );
}

export function CardSkeleton() {
  return (
    <Paper withBorder p="md" radius="md">
      <Group justify="space-between" wrap="nowrap">
        <Skeleton height={26} width="45%" />
        <Skeleton height={22} width={72} />
      </Group>
      <Skeleton height={14} width="30%" mt="sm" />
      <Group mt="md" wrap="nowrap">
        <Skeleton height={44} width={44} circle />
        <Skeleton height={44} style={{ flex: 1 }} />
      </Group>
    </Paper>
  );
}
