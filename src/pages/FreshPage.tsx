import { Stack } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { FreshQueue } from "../features/fresh/FreshQueue/FreshQueue";
import { useEarsTexts } from "../texts/useEarsTexts";

export default function FreshPage() {
  const t = useEarsTexts();
  return (
    <Stack gap="lg">
      <PageTitle>{t.title}</PageTitle>
      <FreshQueue />
    </Stack>
  );
}
