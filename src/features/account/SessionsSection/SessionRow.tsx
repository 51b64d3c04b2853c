import { Button, Text } from "@mantine/core";
import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import type { Session } from "../../../../convex/shared/validators";
import { showToast } from "../../../lib/showToast";
import { useLanguage } from "../../../texts/TextsProvider";
import {
  type AccountTexts,
  useAccountTexts,
} from "../../../texts/useAccountTexts";
import { useAttempt } from "../useAttempt";
import { dateTimeText } from "../../../lib/dateText";
import classes from "./SessionsSection.module.css";

export function SessionRow({ session }: { session: Session }) {
  const t = useAccountTexts().sessions;
  const { language } = useLanguage();
  const end = useMutation(api.sessions.end);
  const { isBusy, attempt } = useAttempt();
  const name = deviceText(session, t);

  const handleEnd = async () => {
    const refusal = await attempt(() => end({ sessionId: session.id }));
    if (refusal) showToast(refusal.message, { isFailure: true });
    else showToast(t.ended);
  };

  return (
    <li className={classes.session}>
      <div>
        <Text fw={600}>{name}</Text>
        <Text c="dimmed">
          {session.isCurrent
            ? t.here
            : t.used(dateTimeText(session.usedAt, language))}
        </Text>
      </div>
      {!session.isCurrent && (
        <Button
          variant="default"
          loading={isBusy}
          aria-label={t.endOf(name)}
          onClick={() => void handleEnd()}
        >
          {t.end}
        </Button>
      )}
    </li>
  );
}

function deviceText(
  { device: { browser, system } }: Session,
  t: AccountTexts["sessions"],
): string {
  if (browser !== null && system !== null) return t.device(browser, system);
  return browser ?? system ?? t.unknown;
}
