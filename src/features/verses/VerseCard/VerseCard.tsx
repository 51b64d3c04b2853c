import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { VerseSummary as Verse } from "../../../../convex/shared/validators";
import { useViewer } from "../../../hooks/useViewer";
import {
  beatHref,
  profileHref,
  verseAnchor,
  listenVersePath,
} from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatBadges } from "../../../components/BeatBadges/BeatBadges";
import { Sticker } from "../../../components/Picture/Picture";
import { ShareButton } from "../../../components/ShareButton/ShareButton";
import {
  PICTURE_SIZE,
  ContentCard,
} from "../../../components/ContentCard/ContentCard";
import calm from "../../../components/calm.module.css";
import classes from "../../../components/ContentCard/ContentCard.module.css";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { verseTrack } from "../../player/tracks";
import { OwnHeardBy } from "../../ears/HeardBy/OwnHeardBy";
import { VoteButton } from "../../votes/VoteButton/VoteButton";
import { VerseWords } from "../../words/VerseWords/VerseWords";
import { ChainLine } from "../ChainLine/ChainLine";
import { DeleteVerseButton } from "../DeleteVerseButton/DeleteVerseButton";
import { VerseMenu } from "../VerseMenu/VerseMenu";

interface VerseCardProps {
  verse: Verse;
  peaks: readonly number[];
  isVoted: boolean;
  /** True if the verse arrived while the list was open. */
  isFresh?: boolean;
  /** How many steps the card is indented below the verse that it answers. */
  depth?: number;
  /** False or absent if the viewer may not answer the verse. */
  canAnswer?: boolean;
  /** Absent if the viewer may not vote; the card then shows the count only. */
  onVote?: (voted: boolean) => void;
  /** Absent if the viewer may not delete the verse. */
  onDelete?: () => Promise<void>;
}

export function VerseCard(props: VerseCardProps) {
  const { verse, isFresh } = props;
  const t = useTexts("verses");
  const title = t.trackTitle(verse.rapper.username, verse.beat.title);
  return (
    <ContentCard
      kind="verse"
      label={title}
      anchor={verseAnchor(verse.id)}
      isFresh={isFresh}
      depth={props.depth}
    >
      <Head verse={verse} canAnswer={props.canAnswer ?? false} />
      <VerseDeck {...props} title={title} />
      <VerseWords verse={verse} />
    </ContentCard>
  );
}

/** The rapper, the beat and its badges, and the verse's place in its chain. */
function Head(props: { verse: Verse; canAnswer: boolean }) {
  const { beat, rapper } = props.verse;
  const t = useTexts("verses");
  return (
    <div className={classes.head}>
      <div className={classes.identity}>
        <Sticker id={rapper.userId} size={PICTURE_SIZE} />
        <div className={classes.names}>
          <h2 className={classes.title}>
            <Anchor component={Link} to={profileHref(rapper.userId)} inherit>
              {rapper.username}
            </Anchor>
          </h2>
          <Anchor component={Link} className={calm.link} to={beatHref(beat.id)}>
            {t.onBeat(beat.producer.username, beat.title)}
          </Anchor>
          <ChainLine {...props} />
        </div>
      </div>
      <div className={classes.badges}>
        <BeatBadges beat={beat} />
      </div>
    </div>
  );
}

/** The player, and the buttons for what the viewer can do with the verse. */
function VerseDeck(props: VerseCardProps & { title: string }) {
  const { verse, title, peaks, isVoted, onVote, onDelete } = props;
  const t = useTexts("verses");
  const { beat, rapper } = verse;
  const isOwn = useViewer()?.userId === rapper.userId;
  return (
    <TrackDeck track={verseTrack(verse, title)} peaks={peaks}>
      <ShareButton
        title={title}
        path={listenVersePath(verse.id)}
        textWith={isOwn ? (url) => t.answerMe(beat.title, url) : undefined}
      />
      {onDelete && <DeleteVerseButton verse={verse} onDelete={onDelete} />}
      <VerseMenu verse={verse} title={title} />
      <div className={classes.counts}>
        <OwnHeardBy
          contentId={verse.id}
          ownerId={rapper.userId}
          votes={verse.voteCount}
        />
        <VoteButton
          title={title}
          count={verse.voteCount}
          isVoted={isVoted}
          onVote={onVote}
        />
      </div>
    </TrackDeck>
  );
}
