import { UnstyledButton } from "@mantine/core";
import type { Track } from "../../../audio/player/track";
import { useTrackPlayback } from "../../../audio/player/useTrackPlayback";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../../components/Icon/Icon";
import classes from "./PlayButton.module.css";

interface PlayButtonProps {
  track: Track;
  size?: "small" | "large";
}

/** The round play and pause button of a track. */
export function PlayButton({ track, size = "large" }: PlayButtonProps) {
  const t = useTexts("player");
  const { isPlaying, isLoading, isBlocked, toggle } = useTrackPlayback(track);
  const isOn = isPlaying || isLoading;
  return (
    <UnstyledButton
      className={classes.button}
      data-size={size}
      data-loading={isLoading || undefined}
      aria-label={isOn ? t.pause(track.title) : t.play(track.title)}
      aria-busy={isLoading}
      disabled={isBlocked}
      title={isBlocked ? t.blocked : undefined}
      onClick={toggle}
    >
      <Icon name={isOn ? "pause" : "play"} size={size === "large" ? 26 : 22} />
    </UnstyledButton>
  );
}
