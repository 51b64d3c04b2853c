import { Button, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { showToast } from "../../../lib/showToast";
import { useAccountTexts } from "../../../texts/useAccountTexts";
import { AccountSection } from "../AccountSection/AccountSection";
import { useAttempt } from "../useAttempt";
import { SessionRow } from "./SessionRow";
import classes from "./SessionsSection.module.css";

/** Lists where the viewer is signed in. Every session but this one can be ended. */
export function SessionsSection() {
  const t = useAccountTexts();
  const result = useLiveQuery({ query: api.sessions.list, args: {} });
  const [openedAt] = useState(() => Date.now());

  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  const sessions = result.data.filter(({ expiresAt }) => expiresAt > openedAt);
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <AccountSection title={t.sessions.title} hint={t.sessions.hint}>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      {hasOthers ? (
        <EndOthers />
      ) : (
        <Text c="dimmed">{t.sessions.noOthers}</Text>
      )}
    </AccountSection>
  );
}

function EndOthers() {
  const t = useAccountTexts().sessions;
  const endOthers = useMutation(api.sessions.endOthers);
  const { isBusy, attempt } = useAttempt();

  const handleClick = async () => {
    const refusal = await attempt(() => endOthers({}));
    if (refusal) showToast(refusal.message, { isFailure: true });
    else showToast(t.othersEnded);
  };

  return (
    <Button
      variant="default"
      loading={isBusy}
      onClick={() => void handleClick()}
    >
      {t.endOthers}
    </Button>
  );
}
