import { Alert, Anchor } from "@mantine/core";
import { paths } from "../../../routing/paths";
import { useTakesTexts } from "../../../texts/useTakesTexts";
import type { Absence } from "./useAbsence";

/**
 * Says that the person who opened the recorder is signed out, and offers to sign in. Signing in
 * happens in another tab, so that this page keeps the takes that are only in memory.
 */
export function AbsenceNote({ absence }: { absence: Absence }) {
  const { absence: t } = useTakesTexts();
  return (
    <Alert color="sindoor" variant="outline" role="alert" radius="md" mb="md">
      {t[absence]}{" "}
      <Anchor inherit href={paths.login} target="_blank" rel="noopener">
        {t.signIn}
      </Anchor>
    </Alert>
  );
}
