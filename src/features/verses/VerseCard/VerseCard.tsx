import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { VerseCard as Verse } from "../../../../convex/shared/validators";
import {
  beatHref,
  profileHref,
  verseAnchor,
  verseHref,
} from "../../../app/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatBadges } from "../../beats/BeatBadges/BeatBadges";
import { ShareButton } from "../../player/ShareButton/ShareButton";
import { SoundCard } from "../../player/SoundCard/SoundCard";
import classes from "../../player/SoundCard/SoundCard.module.css";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { verseTrack } from "../../player/tracks";
import { VoteButton } from "../../votes/VoteButton/VoteButton";
import { DeleteVerseButton } from "../DeleteVerseButton/DeleteVerseButton";

interface VerseCardProps {
  verse: Verse;
  peaks: readonly number[];
  isVoted: boolean;
  /** It came while the list was open. */
  isFresh?: boolean;
  /** Absent for everybody who may only look at the count. */
  onVote?: (voted: boolean) => void;
  /** Absent for everybody who may not. */
  onDelete?: () => Promise<void>;
}

export function VerseCard(props: VerseCardProps) {
  const { verse, peaks, isVoted, isFresh, onVote, onDelete } = props;
  const t = useTexts("verses");
  const { beat, rapper } = verse;
  const title = t.trackTitle(rapper.username, beat.title);
  return (
    <SoundCard
      kind="verse"
      label={title}
      anchor={verseAnchor(verse.id)}
      isFresh={isFresh}
    >
      <div className={classes.head}>
        <div className={classes.names}>
          <h2 className={classes.title}>
            <Anchor component={Link} to={profileHref(rapper.userId)} inherit>
              {rapper.username}
            </Anchor>
          </h2>
          <Anchor component={Link} to={beatHref(beat.id)}>
            {t.onBeat(beat.producer.username, beat.title)}
          </Anchor>
        </div>
        <div className={classes.badges}>
          <BeatBadges genre={beat.genre} bpm={beat.bpm} />
        </div>
      </div>
      <TrackDeck track={verseTrack(verse, title)} peaks={peaks}>
        <ShareButton title={title} href={verseHref(beat.id, verse.id)} />
        {onDelete && (
          <DeleteVerseButton
            rapper={rapper.username}
            beatTitle={beat.title}
            onDelete={onDelete}
          />
        )}
        <VoteButton
          title={title}
          count={verse.voteCount}
          isVoted={isVoted}
          onVote={onVote}
        />
      </TrackDeck>
    </SoundCard>
  );
}
