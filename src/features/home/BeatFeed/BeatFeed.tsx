import { useLaterPages } from "../../../hooks/useLaterPages";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { api } from "../../../../convex/_generated/api";
import { BeatList } from "../../beats/BeatList/BeatList";
import { Feed } from "../../../components/Feed/Feed";
import type { HomeView } from "../homeView";
import { useFollowPage } from "../useHomeView";
import { NoBeats } from "./NoBeats";

interface BeatFeedProps {
  view: HomeView;
  onTurn: (page: number) => void;
  onClear: () => void;
}

export function BeatFeed({ view, onTurn, onClear }: BeatFeedProps) {
  const { sort, genre, state, page } = view;
  const args = { sort, genre, state, page };
  const result = useLiveQuery({ query: api.beats.list, args });
  const loadPage = useLaterPages(api.beats.list, args);
  const isFiltered = genre !== null || state !== null;
  useFollowPage(result.status === "success" ? result.data.page : undefined);
  return (
    <Feed
      isOfBeats
      result={result}
      empty={<NoBeats onClear={isFiltered ? onClear : undefined} />}
      onTurn={onTurn}
    >
      {(beats) => <BeatList beats={beats} loadPage={loadPage} />}
    </Feed>
  );
}
