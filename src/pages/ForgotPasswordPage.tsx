import { Text } from "@mantine/core";
import { useState } from "react";
import { paths } from "../routing/paths";
import { FormCard } from "../components/FormCard/FormCard";
import { TextLink } from "../components/TextLink/TextLink";
import { ForgotPasswordForm } from "../features/auth/ForgotPasswordForm/ForgotPasswordForm";
import { useAuthTexts } from "../texts/useAuthTexts";

export default function ForgotPasswordPage() {
  const t = useAuthTexts().forgot;
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo === null) {
    return (
      <FormCard title={t.title} intro={t.intro}>
        <ForgotPasswordForm onSent={setSentTo} />
      </FormCard>
    );
  }
  return (
    <FormCard title={t.sentTitle}>
      <div role="status">
        <Text>{t.sentText(sentTo)}</Text>
        <Text c="dimmed" mt="xs">
          {t.spamHint}
        </Text>
      </div>
      <TextLink to={paths.login}>{t.backToLogin}</TextLink>
    </FormCard>
  );
}
