import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { useTexts } from "../../../texts/TextsProvider";
import { useSetBlocked } from "../useSetBlocked";

interface UnblockButtonProps {
  person: { userId: string; username: string };
}

export function UnblockButton({ person }: UnblockButtonProps) {
  const t = useTexts("safety").block;
  const setBlocked = useSetBlocked();
  const failureText = useFailureText();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const handleClick = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await setBlocked(person, false);
    } catch (error) {
      setFailure(failureText(error, t.unblockFailed));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        aria-label={t.unblockPerson(person.username)}
        loading={isBusy}
        onClick={() => void handleClick()}
      >
        {t.unblock}
      </Button>
      {failure !== null && <ErrorNote message={failure} />}
    </Stack>
  );
}
