import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BeatSummary as Beat } from "../../../../convex/shared/validators";
import { beatHref, listenBeatPath, profileHref } from "../../../routing/paths";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { Label } from "../../../components/Picture/Picture";
import { ShareButton } from "../../../components/ShareButton/ShareButton";
import {
  PICTURE_SIZE,
  ContentCard,
} from "../../../components/ContentCard/ContentCard";
import calm from "../../../components/calm.module.css";
import classes from "../../../components/ContentCard/ContentCard.module.css";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { beatTrack } from "../../player/tracks";
import { OwnHeardBy } from "../../ears/HeardBy/OwnHeardBy";
import { VoteButton } from "../../votes/VoteButton/VoteButton";
import { BeatBadges } from "../../../components/BeatBadges/BeatBadges";
import { dateText } from "../../../lib/dateText";

interface BeatCardProps {
  beat: Beat;
  peaks: readonly number[];
  isVoted: boolean;
  /** True if the beat arrived while the list was open. */
  isFresh?: boolean;
  /** Absent if the viewer may not vote; the card then shows the count only. */
  onVote?: (voted: boolean) => void;
}

export function BeatCard(props: BeatCardProps) {
  const { beat, peaks, isVoted, isFresh, onVote } = props;
  const t = useTexts("beats");
  const { language } = useLanguage();
  const date = new Date(beat.createdAt);
  return (
    <ContentCard
      kind="beat"
      label={beat.title}
      href={beatHref(beat.id)}
      isFresh={isFresh}
    >
      <div className={classes.head}>
        <div className={classes.identity}>
          <Label id={beat.id} size={PICTURE_SIZE} />
          <div className={classes.names}>
            <h2 className={classes.title}>
              <Anchor component={Link} to={beatHref(beat.id)} inherit>
                {beat.title}
              </Anchor>
            </h2>
            <div className={classes.meta}>
              <Anchor
                component={Link}
                className={calm.link}
                to={profileHref(beat.producer.userId)}
              >
                {beat.producer.username}
              </Anchor>
              <time dateTime={date.toISOString()}>
                {dateText(beat.createdAt, language)}
              </time>
            </div>
          </div>
        </div>
        <div className={classes.badges}>
          <BeatBadges beat={beat} />
          <span className={classes.room}>
            {t.versesCount(beat.verseCount, beat.versesLimit)}
          </span>
        </div>
      </div>
      <TrackDeck track={beatTrack(beat)} peaks={peaks} isCompact>
        <ShareButton title={beat.title} path={listenBeatPath(beat.id)} />
        <div className={classes.counts}>
          <OwnHeardBy
            contentId={beat.id}
            ownerId={beat.producer.userId}
            votes={beat.voteCount}
          />
          <VoteButton
            title={beat.title}
            count={beat.voteCount}
            isVoted={isVoted}
            onVote={onVote}
          />
        </div>
      </TrackDeck>
    </ContentCard>
  );
}
