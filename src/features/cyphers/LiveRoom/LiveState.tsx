import { Text } from "@mantine/core";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import type { ServerClock } from "../../../audio/room/serverClock";
import { Sticker } from "../../../components/Picture/Picture";
import { TextLink } from "../../../components/TextLink/TextLink";
import { useHidden } from "../../../hooks/useHidden";
import { clockText, dayText } from "../../../lib/dateText";
import { formatTime } from "../../../lib/formatTime";
import { paths } from "../../../routing/paths";
import { useLanguage } from "../../../texts/TextsProvider";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { lastText, stateText } from "../stateText";
import classes from "./room.module.css";
import { useServerSecond } from "./useServerSecond";

/** Width and height, in pixels, of the picture of whoever has the mic. */
export const STICKER_SIZE = 64;

interface LiveStateProps {
  cypher: CypherPage;
  isHolder: boolean;
  /** Whether the last verse of an ended cypher is still being heard. */
  isEcho: boolean;
  clock: ServerClock;
}

/**
 * Says the state of a live cypher in one sentence, which is read out when it changes, with the
 * picture of whoever has the mic.
 */
export function LiveState(props: LiveStateProps) {
  const { cypher, isHolder, isEcho, clock } = props;
  const t = useCypherTexts();
  const room = useRoomTexts();
  const { language } = useLanguage();
  const hidden = useHidden();
  const { startsAt, mic, isOpen } = cypher;
  const shownMic = !isHolder && isOpen ? mic : null;
  const state = () => {
    if (isEcho) return t.endsSoon;
    if (startsAt !== null)
      return room.starts(
        dayText(startsAt, language),
        clockText(startsAt, language),
      );
    if (isOpen && mic !== null && !mic.isSending) {
      const { userId, username } = mic.holder;
      return room.heldBy(hidden.has(userId) ? t.somebody : username);
    }
    // No time in the text: the time left in a live turn is shown next to it in minutes and seconds.
    return stateText(cypher, t, {
      ...{ viewerId: undefined, hidden, timeText: () => "" },
    });
  };
  const text = [!isHolder && state(), lastText(cypher, t)]
    .filter(Boolean)
    .join(" ");
  return (
    <>
      <div className={classes.stage} data-empty={text === "" || undefined}>
        {shownMic && !hidden.has(shownMic.holder.userId) && (
          <Sticker id={shownMic.holder.userId} size={STICKER_SIZE} />
        )}
        <div>
          <Text role="status" className={classes.state}>
            {text}
          </Text>
          {shownMic && <TimeLeft dueAt={shownMic.dueAt} clock={clock} />}
        </div>
      </div>
      {startsAt !== null && (
        <div>
          <TextLink to={paths.community}>{room.house}</TextLink>
        </div>
      )}
    </>
  );
}

function TimeLeft({ dueAt, clock }: { dueAt: number; clock: ServerClock }) {
  const t = useRoomTexts();
  const now = useServerSecond(clock);
  if (now === null || dueAt <= now) return null;
  return (
    <Text className={classes.left}>{t.left(formatTime(dueAt - now))}</Text>
  );
}
