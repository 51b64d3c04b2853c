import { Text } from "@mantine/core";
import { PageTitle } from "../components/PageTitle/PageTitle";
import { MonthTables } from "../features/transparency/MonthTables/MonthTables";
import { useTrustTexts } from "../texts/useTrustTexts";

export default function TransparencyPage() {
  const t = useTrustTexts().transparency;
  return (
    <>
      <PageTitle>{t.title}</PageTitle>
      <Text mt="md" mb="lg">
        {t.intro}
      </Text>
      <MonthTables />
    </>
  );
}
