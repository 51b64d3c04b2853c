import { Anchor, Badge, Group, Stack } from "@mantine/core";
import { Link } from "react-router-dom";
import type { BeatCard } from "../../../../convex/shared/validators";
import { beatHref, profileHref } from "../../../app/paths";
import { Cassette } from "../../../components/art/Cassette";
import { PageTitle } from "../../../components/PageTitle/PageTitle";
import { useTrackPlayback } from "../../../audio/usePlayer";
import { useLanguage, useTexts } from "../../../texts/TextsProvider";
import { ShareButton } from "../../player/ShareButton/ShareButton";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { beatTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";
import { useMyVotes } from "../../votes/useMyVotes";
import { useVoteHandler } from "../../votes/useVoteHandler";
import { VoteButton } from "../../votes/VoteButton/VoteButton";
import { BeatBadges } from "../BeatBadges/BeatBadges";
import { dateText } from "../dateText";
import classes from "./BeatDetails.module.css";

export function BeatDetails({ beat }: { beat: BeatCard }) {
  const t = useTexts("beats");
  const { stateName } = useTexts("common");
  const { language } = useLanguage();
  const peaks = useWaveform("beat", beat.id);
  const voted = useMyVotes("beat", [beat.id]);
  const onVote = useVoteHandler("beat", beat.id);
  const track = beatTrack(beat);
  const { isPlaying } = useTrackPlayback(track);
  return (
    <div className={classes.cover}>
      <div className={classes.cassette}>
        <Cassette
          title={beat.title}
          subtitle={beat.producer.username}
          side="A"
          isRunning={isPlaying}
        />
      </div>
      <Stack gap="sm" className={classes.facts}>
        <PageTitle>{beat.title}</PageTitle>
        <Group gap="sm">
          <Anchor
            component={Link}
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
        <Group gap="xs">
          <BeatBadges genre={beat.genre} bpm={beat.bpm} />
        </Group>
        {beat.tags.length > 0 && (
          <Group
            gap="xs"
            component="ul"
            aria-label={t.tags}
            className={classes.tags}
          >
            {beat.tags.map((tag) => (
              <Badge key={tag} component="li" variant="outline" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        )}
        <TrackDeck track={track} peaks={peaks}>
          <ShareButton title={beat.title} href={beatHref(beat.id)} />
          <VoteButton
            title={beat.title}
            count={beat.voteCount}
            isVoted={voted.has(beat.id)}
            onVote={onVote}
          />
        </TrackDeck>
      </Stack>
    </div>
  );
}
