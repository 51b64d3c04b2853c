import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { appPlayer } from "../../../audio/player/appPlayer";
import { isOn } from "../../../audio/player/playerState";
import { contentIdOf } from "../../../audio/player/track";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { beatsHref } from "../../../routing/paths";
import { useEarsTexts } from "../../../texts/useEarsTexts";
import { FreshCard } from "../FreshCard/FreshCard";
import { FreshSkeleton } from "../FreshSkeleton";
import { type FreshShown, useFreshRound } from "../useFreshRound";

/**
 * Shows work that hardly anybody has heard: one card at a time, and the next one when a track ends.
 */
export function FreshQueue() {
  const t = useEarsTexts();
  const fresh = useFreshRound();
  const { item, items, index, move } = fresh;
  // Once the viewer has started playback, it continues with the next card.
  const [playsOn, setPlaysOn] = useState(false);

  const handleMove = (by: 1 | -1, wasPlayed: boolean) => {
    setPlaysOn(wasPlayed);
    move(by);
  };
  const handleKey = (by: 1 | -1) =>
    handleMove(by, item !== null && isHeard(item.contentId));

  return (
    <Stack gap="lg">
      <Text>{t.intro}</Text>
      <div>
        {item ? (
          <FreshCard
            key={item.contentId}
            item={item}
            starts={playsOn}
            onEnd={() => handleMove(1, true)}
            onGone={() => fresh.drop(item.contentId)}
          />
        ) : (
          <NoCard status={fresh.status} />
        )}
        {/* The status element exists before the end is reached, so that screen readers announce
            its text. */}
        <div role="status">{fresh.status === "over" && <End />}</div>
      </div>
      {/* The buttons are also shown while the card loads, so that they do not move when it
          appears. */}
      {(items.length > 0 || fresh.status === "loading") && (
        <Group justify="space-between" data-screen-only>
          <Button
            variant="default"
            disabled={index === 0}
            onClick={() => handleKey(-1)}
          >
            {t.back}
          </Button>
          <Text role="status" translate="no">
            {item && t.place(index + 1, items.length)}
          </Text>
          <Button disabled={item === null} onClick={() => handleKey(1)}>
            {t.next}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function NoCard({ status }: Pick<FreshShown, "status">) {
  const t = useEarsTexts();
  if (status === "failed") return <LoadFailed message={t.loadFailed} />;
  return status === "loading" && <FreshSkeleton />;
}

function End() {
  const t = useEarsTexts();
  return (
    <Empty title={t.empty}>
      <Button component={Link} to={beatsHref} variant="default">
        {t.toBeats}
      </Button>
    </Empty>
  );
}

function isHeard(contentId: string): boolean {
  const state = appPlayer.getState();
  const { track } = state;
  return isOn(state) && track !== null && contentIdOf(track) === contentId;
}
