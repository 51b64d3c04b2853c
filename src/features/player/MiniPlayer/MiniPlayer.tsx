import { ActionIcon, Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { appPlayer } from "../../../audio/appPlayer";
import { formatTime } from "../../../audio/formatTime";
import type { Track } from "../../../audio/track";
import { usePlayerState, useTrackPlayback } from "../../../audio/usePlayer";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../Icon/Icon";
import { PlayButton } from "../PlayButton/PlayButton";
import classes from "./MiniPlayer.module.css";

/** What plays stays at hand while you browse. A take's preview belongs to its dialog and does not show here. */
export function MiniPlayer() {
  const track = usePlayerState((state) => state.track);
  if (!track || track.kind === "take") return null;
  return <MiniDeck track={track} />;
}

function MiniDeck({ track }: { track: Track }) {
  const t = useTexts("player");
  const { elapsedMs, durationMs } = useTrackPlayback(track);
  const played = durationMs > 0 ? Math.min(1, elapsedMs / durationMs) : 0;
  return (
    <section className={classes.bar} aria-label={t.nowPlaying} data-mini-player>
      <div
        className={classes.progress}
        style={{ transform: `scaleX(${played})` }}
      />
      <div className={classes.inner}>
        <PlayButton track={track} size="small" />
        <div className={classes.names}>
          <TrackTitle track={track} />
          <Text size="sm" c="dimmed" truncate>
            {track.artist}
          </Text>
        </div>
        <Text component="span" size="sm" className={classes.counter}>
          {formatTime(elapsedMs)}/{formatTime(durationMs)}
        </Text>
        <ActionIcon aria-label={t.close} onClick={() => appPlayer.close()}>
          <Icon name="close" />
        </ActionIcon>
      </div>
    </section>
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
