import { Stack } from "@mantine/core";
import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { isProducer, isRapper } from "../../../../convex/shared/roles";
import { Empty } from "../../../components/Empty/Empty";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTexts } from "../../../texts/TextsProvider";
import { ProducerBeats } from "../ProfileFeeds/ProducerBeats";
import { RapperVerses } from "../ProfileFeeds/RapperVerses";
import { ProfileHeader } from "../ProfileHeader/ProfileHeader";
import { ProfileSkeleton } from "./ProfileSkeleton";

export function ProfileView({ userId }: { userId: string }) {
  const t = useTexts("profiles");
  const result = useQuery({ query: api.profiles.get, args: { userId } });

  if (result.status === "pending") return <ProfileSkeleton />;
  if (result.status === "error") return <ErrorNote message={t.loadFailed} />;
  const profile = result.data;
  if (profile === null) {
    return <Empty title={t.notFound} hint={t.notFoundHint} />;
  }
  return (
    <Stack gap="xl">
      <ProfileHeader profile={profile} />
      {isProducer(profile.role) && <ProducerBeats userId={userId} />}
      {isRapper(profile.role) && <RapperVerses userId={userId} />}
    </Stack>
  );
}
