import { Anchor, Badge, Group } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { labelOf } from "../../../../convex/shared/pictures/label";
import { svgUrl } from "../../../lib/svgUrl";
import { listenBeatPath, profileHref } from "../../../routing/paths";
import { Cassette } from "../../../components/art/Cassette";
import { useTrackPlayback } from "../../../audio/player/useTrackPlayback";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { ShareButton } from "../../../components/ShareButton/ShareButton";
import { beatTags } from "../../../audio/store/credit";
import { fileNameOf } from "../../../lib/saveFile";
import { SaveButton } from "../../player/SaveButton/SaveButton";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { beatTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";
import { ReportButton } from "../../safety/ReportButton/ReportButton";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { VoteButton } from "../../votes/VoteButton/VoteButton";
import { BeatBadges } from "../../../components/BeatBadges/BeatBadges";
import { BeatCover } from "../BeatCover/BeatCover";
import { BeatProof } from "../BeatProof/BeatProof";
import { BeatTerms } from "../BeatTerms/BeatTerms";
import { dateText } from "../../../lib/dateText";
import calm from "../../../components/calm.module.css";
import classes from "./BeatDetails.module.css";

export function BeatDetails({ beat }: { beat: BeatSummary }) {
  const track = beatTrack(beat);
  const { isPlaying } = useTrackPlayback(track);
  return (
    <BeatCover
      title={beat.title}
      art={
        <Cassette
          title={beat.title}
          subtitle={beat.producer.username}
          picture={svgUrl(labelOf(beat.id))}
          isRunning={isPlaying}
        />
      }
    >
      <Origin beat={beat} />
      <Group gap="xs">
        <BeatBadges beat={beat} />
      </Group>
      {beat.tags.length > 0 && <Tags tags={beat.tags} />}
      <BeatDeck beat={beat} />
      <div>
        <BeatTerms beat={beat} />
        <BeatProof beat={beat} />
      </div>
    </BeatCover>
  );
}

/** The producer, the date and the state. */
function Origin({ beat }: { beat: BeatSummary }) {
  const { stateName } = useTexts("common");
  const { language } = useLanguage();
  return (
    <Group gap="sm">
      <Anchor
        component={Link}
        className={calm.link}
        to={profileHref(beat.producer.userId)}
        fw={600}
      >
        {beat.producer.username}
      </Anchor>
      <time dateTime={new Date(beat.createdAt).toISOString()}>
        {dateText(beat.createdAt, language)}
      </time>
      <span>{stateName(beat.state)}</span>
    </Group>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  const t = useTexts("beats");
  return (
    <Group gap="xs" component="ul" aria-label={t.tags} className={classes.tags}>
      {tags.map((tag) => (
        <Badge key={tag} component="li" variant="outline" tt="none">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

/** The player, and what a listener can do with the beat. */
function BeatDeck({ beat }: { beat: BeatSummary }) {
  const { report } = useTexts("safety");
  const peaks = useWaveform("beat", beat.id);
  const voted = useMyVotes("beat", [beat.id]);
  const onVote = useVoteHandler("beat", beat.id, {
    ownerId: beat.producer.userId,
  });
  return (
    <TrackDeck track={beatTrack(beat)} peaks={peaks}>
      <ShareButton title={beat.title} path={listenBeatPath(beat.id)} />
      <SaveButton
        title={beat.title}
        url={beat.fileUrl}
        fileName={fileNameOf([beat.title, "prod", beat.producer.username])}
        ownerId={beat.producer.userId}
        terms={beat.terms}
        tags={tagsOf(beat)}
      />
      <ReportButton
        label={report.beat(beat.title)}
        reported={{
          subjectType: "beat",
          subjectId: beat.id,
          ownerId: beat.producer.userId,
          ownerName: beat.producer.username,
        }}
      />
      <VoteButton
        title={beat.title}
        count={beat.voteCount}
        isVoted={voted.has(beat.id)}
        onVote={onVote}
      />
    </TrackDeck>
  );
}

function tagsOf({ title, producer, genre, bpm, terms }: BeatSummary) {
  return beatTags({
    ...{ beatTitle: title, producer: producer.username },
    ...{ genre, bpm, terms },
  });
}
