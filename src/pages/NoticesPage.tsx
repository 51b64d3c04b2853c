import { Stack } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { NoticeList } from "../features/notices/NoticeList/NoticeList";
import { useTrustTexts } from "../texts/useTrustTexts";

export default function NoticesPage() {
  const t = useTrustTexts().notices;
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <NoticeList />
    </Stack>
  );
}
