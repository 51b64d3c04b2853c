import type { BeatSummary as Beat } from "../../../../convex/shared/validators";
import { TrackListContext } from "../../../audio/player/trackList";
import { useHidden } from "../../../hooks/useHidden";
import type { LoadPage } from "../../../hooks/useLaterPages";
import { CardStack } from "../../../components/CardStack/CardStack";
import { useFreshIds } from "../../../components/ContentCard/useFreshIds";
import { beatTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { BlockedNote } from "../../safety/BlockedNote/BlockedNote";
import { isBeatHidden } from "../../safety/hiding";
import { BeatCard } from "../BeatCard/BeatCard";

interface BeatListProps {
  beats: readonly Beat[];
  /** Loads the next page of beats, where they play one after the other. */
  loadPage?: LoadPage<Beat>;
}

export function BeatList({ beats, loadPage }: BeatListProps) {
  const hidden = useHidden();
  const shownOf = (some: readonly Beat[]) =>
    some.filter((beat) => !isBeatHidden(beat, hidden));
  const shown = shownOf(beats);
  const ids = shown.map((beat) => beat.id);
  const voted = useMyVotes("beat", ids);
  const fresh = useFreshIds(ids);
  const list = loadPage && {
    tracks: shown.map(beatTrack),
    loadPage: async (number: number) => {
      const found = await loadPage(number);
      return found && shownOf(found).map(beatTrack);
    },
  };
  return (
    <TrackListContext value={list ?? null}>
      <CardStack
        items={shown}
        card={(beat) => (
          <BeatItem
            key={beat.id}
            beat={beat}
            isVoted={voted.has(beat.id)}
            isFresh={fresh.has(beat.id)}
          />
        )}
      >
        <BlockedNote count={beats.length - shown.length} />
      </CardStack>
    </TrackListContext>
  );
}

interface BeatItemProps {
  beat: Beat;
  isVoted: boolean;
  isFresh: boolean;
}

function BeatItem({ beat, isVoted, isFresh }: BeatItemProps) {
  const peaks = useWaveform("beat", beat.id);
  const onVote = useVoteHandler("beat", beat.id, {
    ownerId: beat.producer.userId,
  });
  return (
    <BeatCard
      beat={beat}
      peaks={peaks}
      isVoted={isVoted}
      isFresh={isFresh}
      onVote={onVote}
    />
  );
}
