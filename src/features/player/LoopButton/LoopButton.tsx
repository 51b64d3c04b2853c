import { ActionIcon } from "@mantine/core";
import type { Track } from "../../../audio/player/track";
import { useTrackPlayback } from "../../../audio/player/useTrackPlayback";
import { useTexts } from "../../../texts/TextsProvider";
import { Icon } from "../../../components/Icon/Icon";

export function LoopButton({ track }: { track: Track }) {
  const t = useTexts("player");
  const { isLooping, toggleLoop } = useTrackPlayback(track);
  return (
    <ActionIcon
      aria-label={t.loop(track.title)}
      aria-pressed={isLooping}
      variant={isLooping ? "filled" : "subtle"}
      onClick={toggleLoop}
    >
      <Icon name="loop" />
    </ActionIcon>
  );
}
