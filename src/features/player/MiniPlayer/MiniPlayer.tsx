import { ActionIcon, Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useEffect } from "react";
import { appPlayer } from "../../../audio/player/appPlayer";
import { formatTime } from "../../../lib/formatTime";
import { passOver } from "../../../audio/player/passOver";
import type { Queue } from "../../../audio/player/playerState";
import type { Track } from "../../../audio/player/track";
import {
  usePlayerState,
  useTrackPlayback,
} from "../../../audio/player/useTrackPlayback";
import { showToast } from "../../../lib/showToast";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../../components/Icon/Icon";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { EqualButton } from "../EqualButton/EqualButton";
import { PlayButton } from "../PlayButton/PlayButton";
import { usePresence } from "./usePresence";
import classes from "./MiniPlayer.module.css";

/** Loaded on demand, because most visits play nothing. */
const ListenReports = onDemand(
  async () => (await import("./ListenReports")).ListenReports,
  { isQuiet: true },
);

/**
 * Shows the current track at the bottom of the screen while the viewer browses. Hides takes,
 * because their preview belongs to the recorder's dialog.
 */
export function MiniPlayer() {
  const track = usePlayerState((state) => state.track);
  if (!track || track.kind === "take") return null;
  return <MiniDeck track={track} />;
}

function MiniDeck({ track }: { track: Track }) {
  const t = useTexts("player");
  const { elapsedMs, durationMs } = useTrackPlayback(track);
  const queue = usePlayerState((state) => state.queue);
  const presence = usePresence(track);
  useEffect(() => {
    if (presence !== "there") passOver(appPlayer);
  }, [presence, track.id]);
  // The message is shown once, even if a whole chain is deleted with its beat.
  useEffect(() => {
    if (presence === "gone") showToast(t.vanished);
  }, [presence, t.vanished]);
  const played = durationMs > 0 ? Math.min(1, elapsedMs / durationMs) : 0;
  return (
    <section
      className={classes.bar}
      aria-label={t.nowPlaying}
      data-mini-player
      data-screen-only
    >
      <div
        className={classes.progress}
        style={{ transform: `scaleX(${played})` }}
      />
      <div className={classes.inner} data-queue={queue !== null || undefined}>
        <PlayButton track={track} size="small" />
        <div className={classes.names}>
          <TrackTitle track={track} />
          <Text size="sm" c="dimmed" truncate>
            {queue?.place
              ? t.place(queue.place.number, queue.place.count, track.artist)
              : track.artist}
          </Text>
        </div>
        <Text
          component="span"
          size="sm"
          className={classes.counter}
          translate="no"
        >
          {formatTime(elapsedMs)}/{formatTime(durationMs)}
        </Text>
        {queue && <QueueKeys queue={queue} />}
        <ListenReports />
        <EqualButton />
        <ActionIcon aria-label={t.close} onClick={() => appPlayer.close()}>
          <Icon name="close" />
        </ActionIcon>
      </div>
    </section>
  );
}

function QueueKeys({ queue }: { queue: Queue }) {
  const t = useTexts("player");
  const { hasPrevious, hasNext, step } = queue;
  return (
    <>
      <ActionIcon
        aria-label={t.previous}
        className={classes.previous}
        disabled={!hasPrevious}
        onClick={() => step(-1)}
      >
        <Icon name="previous" />
      </ActionIcon>
      <ActionIcon
        aria-label={t.next}
        disabled={!hasNext}
        onClick={() => step(1)}
      >
        <Icon name="next" />
      </ActionIcon>
    </>
  );
}

function TrackTitle({ track }: { track: Track }) {
  if (track.href === null) return <Text truncate>{track.title}</Text>;
  return (
    <Anchor component={Link} to={track.href} className={classes.title}>
      {track.title}
    </Anchor>
  );
}
