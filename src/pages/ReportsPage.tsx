import { Stack, Text } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { BlockedPeople } from "../features/safety/BlockedPeople/BlockedPeople";
import { ReportList } from "../features/safety/ReportList/ReportList";
import { useTexts } from "../texts/TextsProvider";

export default function ReportsPage() {
  const t = useTexts("safety").reports;
  return (
    <Stack gap="xl">
      <div>
        <PageTitle>{t.title}</PageTitle>
        <Text c="dimmed" mt="md">
          {t.intro}
        </Text>
      </div>
      <ReportList />
      <BlockedPeople />
    </Stack>
  );
}
