import { ActionIcon } from "@mantine/core";
import { appPlayer } from "../../../audio/player/appPlayer";
import { writeEqualChoice } from "../../../audio/player/equalChoice";
import { usePlayerState } from "../../../audio/player/useTrackPlayback";
import { Icon } from "../../../components/Icon/Icon";
import { showToast } from "../../../lib/showToast";
import { useTexts } from "../../../texts/TextsProvider";

/**
 * Turns equal loudness on and off for everything that plays. Renders nothing where it would have no
 * effect.
 */
export function EqualButton() {
  const t = useTexts("sound");
  const isEqual = usePlayerState((state) => state.isEqual);
  const isVolumeFixed = usePlayerState((state) => state.isVolumeFixed);
  const handleClick = () => {
    appPlayer.setEqual(!isEqual);
    writeEqualChoice(!isEqual);
    // The icon alone does not say what the button does.
    showToast(isEqual ? t.isAsUploaded : t.isEqual);
  };
  if (isVolumeFixed) return null;
  return (
    <ActionIcon
      aria-label={t.equal}
      aria-pressed={isEqual}
      title={t.equal}
      variant="subtle"
      onClick={handleClick}
    >
      <Icon name={isEqual ? "equal" : "unequal"} />
    </ActionIcon>
  );
}
