import { Button, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { Icon } from "../../../components/Icon/Icon";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { BelongingsList } from "./BelongingsList";
import { PasswordForm } from "./PasswordForm";

interface DeleteMyAccountProps {
  /** See `useDeleteAccount`. */
  onDeleting: (isDeleting: boolean) => void;
}

/** Says what a deletion removes, and asks for the password before it. */
export function DeleteMyAccount({ onDeleting }: DeleteMyAccountProps) {
  const t = useLeavingTexts().remove;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Stack component="section" aria-labelledby="delete-my-account">
      <Title order={2} id="delete-my-account">
        {t.title}
      </Title>
      <Text>{t.intro}</Text>
      {isAsking ? (
        <>
          <Belongings />
          <PasswordForm
            onDeleting={onDeleting}
            onCancel={() => setIsAsking(false)}
          />
        </>
      ) : (
        <div>
          <Button
            variant="outline"
            color="sindoor"
            leftSection={<Icon name="bin" />}
            onClick={() => setIsAsking(true)}
          >
            {t.button}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function Belongings() {
  const t = useLeavingTexts().remove;
  const result = useLiveQuery({ query: api.leaving.belongings, args: {} });
  if (result.status === "error") return <ErrorNote message={t.loadFailed} />;
  if (result.status === "pending") return <Loading />;
  return result.data && <BelongingsList belongings={result.data} />;
}
