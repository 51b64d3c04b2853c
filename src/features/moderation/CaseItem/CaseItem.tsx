import { Text } from "@mantine/core";
import type { CaseDetails } from "../../../../convex/shared/moderation";
import type {
  BeatSummary,
  VerseSummary,
} from "../../../../convex/shared/validators";
import { useTexts } from "../../../texts/TextsProvider";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import { CaseWords } from "../../words/CaseWords/CaseWords";
import { TrackDeck } from "../../player/TrackDeck/TrackDeck";
import { beatTrack, verseTrack } from "../../player/tracks";
import { useWaveform } from "../../player/useWaveform";

/** The subject of a case, ready to be played or read. */
export function CaseItem({ details }: { details: CaseDetails }) {
  const t = useTrustTexts();
  const { beat, verse, owner, subjectType } = details;
  if (beat !== null) return <BeatItem beat={beat} />;
  if (verse !== null) {
    return (
      <>
        <VerseItem verse={verse} />
        {subjectType === "words" && <CaseWords verseId={verse.id} />}
      </>
    );
  }
  if (subjectType !== "profile" || owner === null) {
    return <Text>{`${details.about} ${t.gone}`.trim()}</Text>;
  }
  const { username, bio, instagram, youtube } = owner;
  return (
    <div>
      <Text fw={600}>{username}</Text>
      <Text>{bio === "" ? t.moderation.noBio : bio}</Text>
      <Text>
        {[instagram, youtube].filter((link) => link !== "").join(" · ")}
      </Text>
    </div>
  );
}

function BeatItem({ beat }: { beat: BeatSummary }) {
  const peaks = useWaveform("beat", beat.id);
  return (
    <div>
      <Text fw={600}>{`${beat.title} · ${beat.producer.username}`}</Text>
      <Text c="dimmed">{[beat.genre, ...beat.tags].join(" · ")}</Text>
      <TrackDeck track={beatTrack(beat)} peaks={peaks} />
    </div>
  );
}

function VerseItem({ verse }: { verse: VerseSummary }) {
  const { trackTitle } = useTexts("verses");
  const peaks = useWaveform("verse", verse.id);
  const title = trackTitle(verse.rapper.username, verse.beat.title);
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <TrackDeck track={verseTrack(verse, title)} peaks={peaks} />
    </div>
  );
}
