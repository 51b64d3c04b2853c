import { Group, Skeleton, Stack } from "@mantine/core";
import { ContentCardSkeletons } from "../../../components/ContentCardSkeletons/ContentCardSkeletons";
import classes from "./ProfileSkeleton.module.css";

export function ProfileSkeleton() {
  return (
    <Stack gap="xl" data-waiting>
      <div>
        <Skeleton className={classes.poster} />
        <Group mt="md" gap="sm">
          <Skeleton height={82} width={112} />
          <Skeleton height={82} width={112} />
          <Skeleton height={82} width={112} />
        </Group>
      </div>
      <ContentCardSkeletons count={3} isCompact />
    </Stack>
  );
}
