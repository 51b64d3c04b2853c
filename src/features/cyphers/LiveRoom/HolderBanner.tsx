import { Button, Group, Stack, Text, VisuallyHidden } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import type { ServerClock } from "../../../audio/room/serverClock";
import { Icon } from "../../../components/Icon/Icon";
import { formatTime } from "../../../lib/formatTime";
import { useTexts } from "../../../texts/TextsProvider";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { useAct } from "../useAct";
import { spokenAt } from "./spokenAt";
import { useServerSecond } from "./useServerSecond";

interface HolderBannerProps {
  cypher: CypherPage;
  mic: NonNullable<CypherPage["mic"]>;
  clock: ServerClock;
  isRecording: boolean;
  onRecord: () => void;
}

/** What whoever has the mic reads and can do. It never takes the focus. */
export function HolderBanner(props: HolderBannerProps) {
  const { cypher, mic, clock, isRecording, onRecord } = props;
  const t = useCypherTexts();
  const room = useRoomTexts();
  const { byCode } = useTexts("errors");
  const pass = useMutation(api.cyphers.pass);
  const { isBusy, act } = useAct();
  const now = useServerSecond(clock);
  useTitlePrefix(room.yoursTitle);
  const { id: cypherId, turnNo, bars } = cypher;
  const leftMs = now === null ? null : Math.max(0, mic.dueAt - now);
  const isBroken = cypher.beat.fileUrl === null;
  return (
    <section aria-label={t.yourTurn}>
      <Stack gap="sm">
        {leftMs !== null && (
          <>
            <Text size="lg" fw={600}>
              {room.yours(bars, formatTime(leftMs))}
            </Text>
            <Announced key={turnNo} bars={bars} leftMs={leftMs} />
          </>
        )}
        {isBroken && <Text role="note">{byCode.BEAT_FILE_MISSING}</Text>}
        <Button
          size="xl"
          fullWidth
          color="sindoor"
          leftSection={<Icon name="mic" />}
          aria-busy={isRecording}
          disabled={isBroken}
          onClick={onRecord}
        >
          {t.record}
        </Button>
        <Group justify="flex-end">
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => void act(() => pass({ cypherId, turnNo }))}
          >
            {room.pass}
          </Button>
        </Group>
      </Stack>
    </section>
  );
}

/** Says once that the mic is here, and a few times how long. */
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

/** Says in the title of the tab, too, that something waits here. */
function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${prefix} · ${before}`;
    return () => {
      document.title = before;
    };
  }, [prefix]);
}
