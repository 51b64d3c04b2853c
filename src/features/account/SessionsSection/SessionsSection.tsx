import { Button, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { Session } from "../../../../convex/shared/validators";
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

  const sessions =
    result.status === "success"
      ? result.data.filter(({ expiresAt }) => expiresAt > openedAt)
      : null;
  return (
    <AccountSection
      row="sessions"
      title={t.sessions.title}
      now={sessions ? t.sessions.now(sessions.length) : undefined}
      hint={t.sessions.hint}
    >
      {result.status === "pending" && <Loading />}
      {result.status === "error" && <LoadFailed message={t.loadFailed} />}
      {sessions && <Sessions sessions={sessions} />}
    </AccountSection>
  );
}

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const t = useAccountTexts();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);
  return (
    <>
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
    </>
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
