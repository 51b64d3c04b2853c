import { useQuery_experimental as useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatList } from "../../beats/BeatList/BeatList";
import { Feed } from "../Feed/Feed";
import type { HomeView } from "../homeView";
import { useFollowPage } from "../useHomeView";

interface BeatFeedProps {
  view: HomeView;
  onTurn: (page: number) => void;
}

export function BeatFeed({ view, onTurn }: BeatFeedProps) {
  const t = useTexts("home");
  const { sort, genre, state, page } = view;
  const result = useQuery({
    query: api.beats.list,
    args: { sort, genre, state, page },
  });
  useFollowPage(result.status === "success" ? result.data.page : undefined);
  return (
    <Feed result={result} emptyText={t.noBeats} onTurn={onTurn}>
      {(beats) => <BeatList beats={beats} />}
    </Feed>
  );
}
