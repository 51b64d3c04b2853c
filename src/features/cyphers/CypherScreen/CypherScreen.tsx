import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "convex/react";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { CypherPage, OwnCypher } from "../../../../convex/shared/cyphers";
import { labelOf } from "../../../../convex/shared/pictures/label";
import { usePlayerState } from "../../../audio/player/useTrackPlayback";
import { contentIdOf } from "../../../audio/player/track";
import calm from "../../../components/calm.module.css";
import { Cassette } from "../../../components/art/Cassette";
import { ConfirmModal } from "../../../components/ConfirmModal/ConfirmModal";
import { LiveMark } from "../../../components/LiveMark/LiveMark";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { ShareButton } from "../../../components/ShareButton/ShareButton";
import { useHidden } from "../../../hooks/useHidden";
import { useOnceDrawn } from "../../../hooks/useOnceDrawn";
import { useViewer } from "../../../hooks/useViewer";
import { clockText, dateTimeText, dayText } from "../../../lib/dateText";
import { svgUrl } from "../../../lib/svgUrl";
import { beatHref, listenCypherPath } from "../../../routing/paths";
import { useLanguage } from "../../../texts/TextsProvider";
import { useCypherTexts } from "../../../texts/useCypherTexts";
import { BeatCover } from "../../beats/BeatCover/BeatCover";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { beatTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";
import type { BeatProblem } from "../../beats/useHeldBeat";
import type { RecorderTurn } from "../../recorder/recorderTurn";
import { PlayAll } from "../../verses/PlayAll/PlayAll";
import { useShownVerses } from "../../verses/useShownVerses";
import { VerseList } from "../../verses/VerseList/VerseList";
import { MicPanel } from "../MicPanel/MicPanel";
import { lastText, stateText } from "../stateText";
import { TurnRecorder, useRecorderAhead } from "./TurnRecorder";
import classes from "./CypherScreen.module.css";

const HereCount = onDemand(
  async () => (await import("../LiveRoom/HereCount")).HereCount,
  { isQuiet: true },
);
const LiveRoom = onDemand(
  async () => (await import("../LiveRoom/LiveRoom")).LiveRoom,
);

interface CypherScreenProps {
  cypher: CypherPage;
  own: OwnCypher | null;
  /**
   * Why the cypher can no longer be loaded; null if it can. The screen stays while somebody
   * records.
   */
  problem: BeatProblem | null;
}

/** The screen of a cypher: its cover, its state, the viewer's buttons, and the chain of verses. */
export function CypherScreen({ cypher, own, problem }: CypherScreenProps) {
  const viewer = useViewer();
  const [turn, setTurn] = useState<RecorderTurn | null>(null);
  const shownTurn = useOnceDrawn(turn);
  const [isRoomHeard, setRoomHeard] = useState(false);
  const { bars, nextStartBar, turnNo, verses } = cypher;
  const isHolder =
    cypher.mic !== null && cypher.mic.holder.userId === viewer?.userId;
  const newest = useShownVerses(verses).at(-1);
  const isAnswered =
    newest === verses.at(-1) && newest?.rapper.userId !== viewer?.userId;
  useRecorderAhead(isHolder);
  const handleRecord = () => {
    // Another press would start the turn again and close the open recorder.
    if (turn !== null) return;
    setTurn({
      turn: { cypherId: cypher.id, turnNo },
      section: { startBar: nextStartBar, bars },
      last: (isAnswered && newest) || null,
    });
  };
  const mic = {
    ...{ cypher, own, isHolder },
    ...{ isRecording: turn !== null, onRecord: handleRecord },
  };
  return (
    <Stack gap="xl">
      <Cover cypher={cypher} isRoomHeard={isRoomHeard}>
        {cypher.pace === "live" ? (
          <LiveRoom {...mic} onHeard={setRoomHeard} />
        ) : (
          <>
            <StateLine cypher={cypher} isHolder={isHolder} />
            <MicPanel {...mic} />
          </>
        )}
        <Doors
          cypher={cypher}
          mayEnd={own?.mayEnd ?? false}
          hasDeck={!isLive(cypher) && !isRoomHeard}
        />
      </Cover>
      <Chain cypher={cypher} />
      {shownTurn !== null && viewer?.profile && (
        <TurnRecorder
          beat={cypher.beat}
          userId={viewer.userId}
          rapper={viewer.profile.username}
          turn={shownTurn}
          problem={problem}
          onClose={() => setTurn(null)}
        />
      )}
    </Stack>
  );
}

/** Whether a cypher is under way in a room. */
const isLive = ({ pace, isOpen }: CypherPage) => pace === "live" && isOpen;

interface CoverProps {
  cypher: CypherPage;
  isRoomHeard: boolean;
  children: ReactNode;
}

function Cover({ cypher, isRoomHeard, children }: CoverProps) {
  const { beat, host, bars } = cypher;
  const t = useCypherTexts();
  const hidden = useHidden();
  const isPlaying = useIsPlaying(cypher);
  return (
    <BeatCover
      title={t.title(beat.title)}
      mark={
        isLive(cypher) && (
          <Group gap="sm" mih={28}>
            <LiveMark />
            <HereCount cypherId={cypher.id} />
          </Group>
        )
      }
      art={
        <Cassette
          title={beat.title}
          subtitle={beat.producer.username}
          picture={svgUrl(labelOf(beat.id))}
          isRunning={isPlaying || isRoomHeard}
        />
      }
    >
      <Group gap="sm">
        <Anchor
          component={Link}
          className={calm.link}
          to={beatHref(beat.id)}
          fw={600}
        >
          {beat.title}
        </Anchor>
        {host && !hidden.has(host.userId) && <span>{t.by(host.username)}</span>}
        <span>{t.eachVerse(bars)}</span>
      </Group>
      {children}
    </BeatCover>
  );
}

/** Returns whether the beat or a verse of the chain plays. */
function useIsPlaying({ beat, verses }: CypherPage): boolean {
  const ids: readonly string[] = [beat.id, ...verses.map(({ id }) => id)];
  return usePlayerState(
    ({ track, status }) =>
      status === "playing" &&
      track !== null &&
      ids.includes(contentIdOf(track)),
  );
}

/**
 * Announces the state of the cypher when it changes; as an alert for a viewer who has or had the
 * mic.
 */
function StateLine(props: { cypher: CypherPage; isHolder: boolean }) {
  const { cypher, isHolder } = props;
  const t = useCypherTexts();
  const viewerId = useViewer()?.userId;
  const hidden = useHidden();
  const { language } = useLanguage();
  const timeText = (at: number) => dateTimeText(at, language);
  const [hadMic, setHadMic] = useState(isHolder);
  if (isHolder && !hadMic) setHadMic(true);
  const state = stateText(cypher, t, { viewerId, hidden, timeText });
  const text = [state, lastText(cypher, t)].filter(Boolean).join(" ");
  return (
    <>
      <Text role="status" className={classes.state}>
        {hadMic ? "" : text}
      </Text>
      <Text role="alert" className={classes.state}>
        {hadMic ? text : ""}
      </Text>
    </>
  );
}

interface DoorsProps {
  cypher: CypherPage;
  mayEnd: boolean;
  hasDeck: boolean;
}

/**
 * The beat's player where no room plays it, the share button, and the end button for people who may
 * end the cypher.
 */
function Doors({ cypher, mayEnd, hasDeck }: DoorsProps) {
  const t = useCypherTexts();
  const end = useMutation(api.cyphers.end);
  const [isAsking, setIsAsking] = useState(false);
  const { language } = useLanguage();
  const { beat, startsAt } = cypher;
  const shareText = (url: string) => {
    if (startsAt === null) return t.share(url);
    const when = `${dayText(startsAt, language)} ${clockText(startsAt, language)}`;
    return t.shareSoon(beat.title, when, url);
  };
  const share = (
    <ShareButton
      title={t.title(beat.title)}
      path={listenCypherPath(cypher.id)}
      textWith={shareText}
    />
  );
  return (
    <Group justify="space-between" data-screen-only>
      {hasDeck ? (
        <div className={classes.deck}>
          <BeatDeck beat={beat}>{share}</BeatDeck>
        </div>
      ) : (
        share
      )}
      {mayEnd && (
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t.end}
        </Button>
      )}
      <ConfirmModal
        opened={isAsking}
        title={t.end}
        confirmLabel={t.end}
        failureMessage={t.actFailed}
        onConfirm={async () => void (await end({ cypherId: cypher.id }))}
        onClose={() => setIsAsking(false)}
      >
        {t.endText}
      </ConfirmModal>
    </Group>
  );
}

function BeatDeck(props: Pick<CypherPage, "beat"> & { children: ReactNode }) {
  const { beat, children } = props;
  const peaks = useWaveform("beat", beat.id);
  return (
    <TrackDeck track={beatTrack(beat)} peaks={peaks}>
      {children}
    </TrackDeck>
  );
}

function Chain({ cypher: { verses } }: { cypher: CypherPage }) {
  const t = useCypherTexts();
  const shown = useShownVerses(verses);
  return (
    <Stack gap="md" component="section" aria-label={t.chain}>
      <Group justify="space-between">
        <Title order={2}>{t.chain}</Title>
        <PlayAll verses={shown} />
      </Group>
      {verses.length === 0 ? (
        <Text c="dimmed">{t.noVerses}</Text>
      ) : (
        <VerseList verses={verses} />
      )}
    </Stack>
  );
}
