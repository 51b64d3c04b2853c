import { useEffect, useEffectEvent } from "react";
import { api } from "../../../../convex/_generated/api";
import type { FreshItem } from "../../../../convex/shared/ears";
import { appPlayer } from "../../../audio/player/appPlayer";
import type { Track } from "../../../audio/player/track";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useHidden } from "../../../hooks/useHidden";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useEarsTexts } from "../../../texts/useEarsTexts";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatList } from "../../beats/BeatList/BeatList";
import { useBeat } from "../../beats/useBeat";
import { FollowButton } from "../../follows/FollowButton/FollowButton";
import { beatTrack, verseTrack } from "../../player/tracks";
import { isBeatHidden } from "../../safety/hiding";
import { useShownVerses } from "../../verses/useShownVerses";
import { VerseList } from "../../verses/VerseList/VerseList";
import { FreshSkeleton } from "../FreshSkeleton";
import { usePlayedOut } from "../usePlayedOut";
import classes from "./FreshCard.module.css";

interface FreshCardProps {
  item: FreshItem;
  /** Whether the track plays as soon as the card is loaded. */
  starts: boolean;
  onEnd: () => void;
  /** Called if the beat or verse was deleted, or the viewer has blocked its maker. */
  onGone: () => void;
}

/** The ordinary, live card of a beat or verse, with a button to follow its maker. */
export function FreshCard(props: FreshCardProps) {
  const isBeat = props.item.contentType === "beat";
  return isBeat ? <FreshBeat {...props} /> : <FreshVerse {...props} />;
}

function FreshBeat({ item, ...rest }: FreshCardProps) {
  const hidden = useHidden();
  const result = useBeat(item.beatId);
  if (result.status !== "success")
    return <NoCard status={result.status} isCompact />;
  const beat = result.data;
  if (!beat || isBeatHidden(beat, hidden)) return <Gone {...rest} />;
  return (
    <div className={classes.card}>
      <Plays track={beatTrack(beat)} {...rest} />
      <BeatList beats={[beat]} />
      <Follow userId={beat.producer.userId} />
    </div>
  );
}

function FreshVerse({ item, ...rest }: FreshCardProps) {
  const { trackTitle } = useTexts("verses");
  const result = useLiveQuery({
    query: api.verses.listByBeat,
    args: { beatId: item.beatId },
  });
  const shown = useShownVerses(result.status === "success" ? result.data : []);
  if (result.status !== "success") return <NoCard status={result.status} />;
  const verse = shown.find(({ id }) => id === item.contentId);
  if (!verse) return <Gone {...rest} />;
  const title = trackTitle(verse.rapper.username, verse.beat.title);
  return (
    <div className={classes.card}>
      <Plays track={verseTrack(verse, title)} {...rest} />
      <VerseList verses={[verse]} />
      <Follow userId={verse.rapper.userId} />
    </div>
  );
}

interface NoCardProps {
  status: "pending" | "error";
  isCompact?: boolean;
}

function NoCard({ status, isCompact }: NoCardProps) {
  const t = useEarsTexts();
  if (status === "error") return <LoadFailed message={t.loadFailed} />;
  return <FreshSkeleton isCompact={isCompact} />;
}

function Follow({ userId }: { userId: string }) {
  return (
    <div className={classes.follow}>
      <FollowButton userId={userId} />
    </div>
  );
}

function Gone({ onGone }: Pick<FreshCardProps, "onGone">) {
  const handleGone = useEffectEvent(onGone);
  useEffect(() => handleGone(), []);
  return null;
}

interface PlaysProps extends Pick<FreshCardProps, "starts" | "onEnd"> {
  track: Track;
}

/** Starts a track once, and calls `onEnd` when the track has been played to its end. */
function Plays({ track, starts, onEnd }: PlaysProps) {
  const start = useEffectEvent(() => appPlayer.play(track));
  useEffect(() => {
    if (starts) start();
  }, [starts]);
  usePlayedOut(track.id, onEnd);
  return null;
}
