import { Anchor } from "@mantine/core";
import { Link } from "react-router-dom";
import type { VerseCard as Verse } from "../../../../convex/shared/validators";
import { beatHref, profileHref } from "../../../app/paths";
import { useCan } from "../../../hooks/useCan";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatBadges } from "../../beats/BeatBadges/BeatBadges";
import { SoundCard } from "../../player/SoundCard/SoundCard";
import classes from "../../player/SoundCard/SoundCard.module.css";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { verseTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";
import { VoteControl } from "../../votes/VoteControl/VoteControl";
import { DeleteVerseButton } from "../DeleteVerseButton/DeleteVerseButton";

interface VerseCardProps {
  verse: Verse;
  isVoted: boolean;
}

export function VerseCard({ verse, isVoted }: VerseCardProps) {
  const t = useTexts("verses");
  const can = useCan();
  const peaks = useWaveform("verse", verse.id);
  const { beat, rapper } = verse;
  const title = t.trackTitle(rapper.username, beat.title);
  const canRemove = can("verse:remove", {
    ownerId: rapper.userId,
    beatProducerId: beat.producer.userId,
  });
  return (
    <SoundCard label={title}>
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
        {canRemove && <DeleteVerseButton verse={verse} />}
        <VoteControl
          contentType="verse"
          contentId={verse.id}
          title={title}
          count={verse.voteCount}
          isVoted={isVoted}
        />
      </TrackDeck>
    </SoundCard>
  );
}
