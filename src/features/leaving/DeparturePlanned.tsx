import { Text } from "@mantine/core";
import { FormCard } from "../../components/FormCard/FormCard";
import { TextLink } from "../../components/TextLink/TextLink";
import { paths } from "../../routing/paths";
import { useLanguage } from "../../texts/TextsProvider";
import { useLeavingTexts } from "../../texts/useLeavingTexts";
import { dateText } from "../../lib/dateText";

/** Says when the account will be deleted, after the person has been signed out. */
export function DeparturePlanned({ dueAt }: { dueAt: number }) {
  const t = useLeavingTexts().asked;
  const { language } = useLanguage();
  return (
    <FormCard title={t.title}>
      <div role="status">
        <Text>{t.text(dateText(dueAt, language))}</Text>
        <Text mt="xs">{t.undo}</Text>
      </div>
      <TextLink to={paths.login}>{t.signIn}</TextLink>
    </FormCard>
  );
}
