import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { paths } from "../routing/paths";
import { FormCard } from "../components/FormCard/FormCard";
import { ResetPasswordForm } from "../features/auth/ResetPasswordForm/ResetPasswordForm";
import { readResetLink } from "../features/auth/useResetPassword";
import { useAuthTexts } from "../texts/useAuthTexts";

export default function ResetPasswordPage() {
  const t = useAuthTexts().reset;
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);

  if (!isDone) {
    return (
      <FormCard title={t.title}>
        <ResetPasswordForm
          link={readResetLink(params)}
          onDone={() => setIsDone(true)}
        />
      </FormCard>
    );
  }
  return (
    <FormCard title={t.successTitle}>
      <Text role="status">{t.successText}</Text>
      <Button onClick={() => void navigate(paths.login)}>{t.signIn}</Button>
    </FormCard>
  );
}
