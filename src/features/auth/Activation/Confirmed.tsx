import { Button, Text } from "@mantine/core";
import { useNavigate } from "react-router-dom";
import { paths } from "../../../app/paths";
import { FormCard } from "../../../components/FormCard/FormCard";
import { useTexts } from "../../../texts/TextsProvider";

/** For the browser that opened the link without a session; one with a session is already on its way to /home. */
export function Confirmed() {
  const t = useTexts("auth").activate;
  const navigate = useNavigate();
  return (
    <FormCard title={t.title}>
      <Text role="status" size="lg">
        {t.confirmed}
      </Text>
      <Button onClick={() => void navigate(paths.login)}>
        {t.continueToLogin}
      </Button>
    </FormCard>
  );
}
