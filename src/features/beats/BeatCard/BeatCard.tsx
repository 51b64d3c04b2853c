import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BeatCard as Beat } from "../../../../convex/shared/validators";
import { beatHref, profileHref } from "../../../app/paths";
import { useLanguage } from "../../../texts/TextsProvider";
import { ShareButton } from "../../player/ShareButton/ShareButton";
import { SoundCard } from "../../player/SoundCard/SoundCard";
import classes from "../../player/SoundCard/SoundCard.module.css";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { beatTrack } from "../../player/tracks";
import { VoteButton } from "../../votes/VoteButton/VoteButton";
import { BeatBadges } from "../BeatBadges/BeatBadges";
import { dateText } from "../dateText";

interface BeatCardProps {
  beat: Beat;
  peaks: readonly number[];
  isVoted: boolean;
  /** It came while the list was open. */
  isFresh?: boolean;
  /** Absent for everybody who may only look at the count. */
  onVote?: (voted: boolean) => void;
}

export function BeatCard(props: BeatCardProps) {
  const { beat, peaks, isVoted, isFresh, onVote } = props;
  const { language } = useLanguage();
  const date = new Date(beat.createdAt);
  return (
    <SoundCard
      kind="beat"
      label={beat.title}
      href={beatHref(beat.id)}
      isFresh={isFresh}
    >
      <div className={classes.head}>
        <div className={classes.names}>
          <h2 className={classes.title}>
            <Anchor component={Link} to={beatHref(beat.id)} inherit>
              {beat.title}
            </Anchor>
          </h2>
          <div className={classes.meta}>
            <Anchor component={Link} to={profileHref(beat.producer.userId)}>
              {beat.producer.username}
            </Anchor>
            <time dateTime={date.toISOString()}>
              {dateText(beat.createdAt, language)}
            </time>
          </div>
        </div>
        <div className={classes.badges}>
          <BeatBadges genre={beat.genre} bpm={beat.bpm} />
        </div>
      </div>
      <TrackDeck track={beatTrack(beat)} peaks={peaks}>
        <ShareButton title={beat.title} href={beatHref(beat.id)} />
        <VoteButton
          title={beat.title}
          count={beat.voteCount}
          isVoted={isVoted}
          onVote={onVote}
        />
      </TrackDeck>
    </SoundCard>
  );
}
