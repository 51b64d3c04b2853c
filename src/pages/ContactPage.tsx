import { Stack } from "@mantine/core";
import { FormCard } from "../components/FormCard/FormCard";
import { SupportEmail } from "../features/shell/SupportEmail/SupportEmail";
import { TextLink } from "../components/TextLink/TextLink";
import { useViewer } from "../hooks/useViewer";
import { paths } from "../routing/paths";
import { useTexts } from "../texts/TextsProvider";

export default function ContactPage() {
  const t = useTexts("shell").contact;
  const isSignedIn = useViewer() !== null;
  return (
    <FormCard title={t.title} intro={t.intro}>
      <SupportEmail />
      <Stack gap="xs">
        {isSignedIn && <TextLink to={paths.notices}>{t.notices}</TextLink>}
        <TextLink to={paths.claim}>{t.claim}</TextLink>
        <TextLink to={paths.transparency}>{t.transparency}</TextLink>
      </Stack>
    </FormCard>
  );
}
