import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { Button, Stack, Switch, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import type { VerseSummary } from "../../../../convex/shared/validators";
import type { ServerClock } from "../../../audio/room/serverClock";
import { useHidden } from "../../../hooks/useHidden";
import { useViewer } from "../../../hooks/useViewer";
import { readChoice, writeChoice } from "../../../lib/storedChoice";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { useRoomTexts } from "../../../texts/useRoomTexts";
import { isVerseHidden } from "../../safety/hiding";
import { RoomWords } from "./RoomWords";
import classes from "./room.module.css";
import { heardAt, roomVerses } from "./roomScore";
import type { useRoomSound } from "./useRoomSound";
import { useOnClock } from "./useServerSecond";

interface RoomSoundPanelProps {
  cypher: CypherPage;
  clock: ServerClock;
  sound: ReturnType<typeof useRoomSound>;
}

const MUTES = { beat: "gully-room-beat", verses: "gully-room-verses" } as const;

/** Names what is heard, and has the switches of the sound. */
export function RoomSoundPanel(props: RoomSoundPanelProps) {
  const { cypher, clock, sound } = props;
  const { player, state, listen, stop } = sound;
  const t = useRoomTexts();
  const [isBeatMuted, muteBeat] = useMute(MUTES.beat);
  const [areVersesMuted, muteVerses] = useMute(MUTES.verses);
  useEffect(() => player?.muteRide(isBeatMuted), [player, isBeatMuted]);
  useEffect(() => player?.muteVerses(areVersesMuted), [player, areVersesMuted]);
  const isOn = player !== null && state.isRunning;
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  // Viewers who hear nothing can read the words of the verse.
  const readId = useOnClock(() => {
    const now = clock.now();
    return now === null ? null : heardAt(cypher, now);
  });
  const heardId = isOn ? state.heard : readId;
  const heard = roomVerses(cypher).find(({ verse }) => verse.id === heardId);
  const isShown = heard && !isVerseHidden(heard.verse, hidden, viewerId);
  return (
    <Stack gap="xs" component="section" aria-label={t.sound}>
      {isOn ? (
        <div className={classes.heard}>
          <div>
            <Heard verse={heard?.verse} isBeat={heardId === "beat"} />
            {state.isLoading && heardId === null && (
              <Text role="status">{t.loading}</Text>
            )}
          </div>
          <Button variant="default" onClick={stop}>
            {t.stop}
          </Button>
        </div>
      ) : (
        <Button size="lg" fullWidth variant="default" onClick={listen}>
          {t.listen}
        </Button>
      )}
      {isShown && heard.verse.hasWords && (
        <RoomWords verse={heard.verse} fromAt={heard.fromAt} clock={clock} />
      )}
      {state.isBeatBroken && <Text role="note">{t.beatBroken}</Text>}
      {!state.isInStep && <Text role="note">{t.notInStep}</Text>}
      <Switch
        size="md"
        label={t.muteBeat}
        checked={isBeatMuted}
        onChange={(event) => muteBeat(event.currentTarget.checked)}
      />
      <Switch
        size="md"
        label={t.muteVerses}
        checked={areVersesMuted}
        onChange={(event) => muteVerses(event.currentTarget.checked)}
      />
    </Stack>
  );
}

interface HeardProps {
  verse: VerseSummary | undefined;
  isBeat: boolean;
}

function Heard({ verse, isBeat }: HeardProps) {
  const t = useRoomTexts();
  const { somebody } = useCypherTexts();
  const hidden = useHidden();
  const viewerId = useViewer()?.userId;
  if (!verse) return isBeat ? <Text>{t.beatRides}</Text> : null;
  const { userId, username } = verse.rapper;
  if (userId === viewerId) return <Text>{t.heardOwn}</Text>;
  return <Text>{t.heardVerse(hidden.has(userId) ? somebody : username)}</Text>;
}

/** A mute setting that this device remembers. */
function useMute(key: string) {
  const [isMuted, setMuted] = useState(() => readChoice(key) === "on");
  const mute = (isOn: boolean) => {
    setMuted(isOn);
    writeChoice(key, isOn ? "on" : "off");
  };
  return [isMuted, mute] as const;
}
