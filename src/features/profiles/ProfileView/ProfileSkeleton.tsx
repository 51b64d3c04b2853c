import { Group, Skeleton, Stack } from "@mantine/core";
import { CardSkeletons } from "../../../components/CardSkeleton/CardSkeleton";

export function ProfileSkeleton() {
  return (
    <Stack gap="xl">
      <div>
        <Skeleton height={56} width="60%" />
        <Skeleton height={24} width="35%" mt="md" />
        <Group mt="lg">
          <Skeleton height={76} width={92} />
          <Skeleton height={76} width={92} />
          <Skeleton height={76} width={92} />
        </Group>
      </div>
      <CardSkeletons count={3} />
    </Stack>
  );
}
