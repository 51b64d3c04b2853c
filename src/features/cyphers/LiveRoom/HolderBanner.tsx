import { Stack, Text, VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import type { ServerClock } from "../../../audio/room/serverClock";
import { Sticker } from "../../../components/Picture/Picture";
import { formatTime } from "../../../lib/formatTime";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { HolderKeys } from "../HolderKeys";
import { STICKER_SIZE } from "./LiveState";
import classes from "./room.module.css";
import { spokenAt } from "./spokenAt";
import { useServerSecond } from "./useServerSecond";

interface HolderBannerProps {
  cypher: CypherPage;
  mic: NonNullable<CypherPage["mic"]>;
  clock: ServerClock;
  isRecording: boolean;
  onRecord: () => void;
}

/** The text and buttons for the person who has the mic. Never takes the focus. */
export function HolderBanner(props: HolderBannerProps) {
  const { cypher, mic, clock } = props;
  const t = useCypherTexts();
  const room = useRoomTexts();
  const now = useServerSecond(clock);
  useTitlePrefix(room.yoursTitle);
  const { turnNo, bars } = cypher;
  const leftMs = now === null ? null : Math.max(0, mic.dueAt - now);
  return (
    <section aria-label={t.yourTurn}>
      <Stack gap="sm">
        {leftMs !== null && (
          <>
            <div className={classes.stage}>
              <Sticker id={mic.holder.userId} size={STICKER_SIZE} />
              <Text className={classes.state}>
                {room.yours(bars, formatTime(leftMs))}
              </Text>
            </div>
            <Announced key={turnNo} bars={bars} leftMs={leftMs} />
          </>
        )}
        <HolderKeys {...props} passLabel={room.pass} />
      </Stack>
    </section>
  );
}

/** Announces once that the viewer has the mic, and at intervals how much time is left. */
function Announced({ bars, leftMs }: { bars: number; leftMs: number }) {
  const t = useRoomTexts();
  const [first] = useState(() => t.yours(bars, formatTime(leftMs)));
  const seconds = spokenAt(leftMs);
  return (
    <VisuallyHidden>
      <p role="alert">{first}</p>
      <p role="status">{seconds === null ? "" : t.secondsLeft(seconds)}</p>
    </VisuallyHidden>
  );
}

/** Puts a prefix before the title of the tab, so that the turn is seen from other tabs too. */
function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${prefix} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [prefix]);
}
