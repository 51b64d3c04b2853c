import { Stack } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { FollowedList } from "../features/following/FollowedList/FollowedList";
import { useBellTexts } from "../texts/useBellTexts";

export default function FollowingPage() {
  const t = useBellTexts();
  return (
    <Stack gap="xl">
      <PageTitle>{t.followingTitle}</PageTitle>
      <FollowedList />
    </Stack>
  );
}
