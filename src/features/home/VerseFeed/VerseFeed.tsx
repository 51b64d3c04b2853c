import { Button } from "@mantine/core";
import { useLaterPages } from "../../../hooks/useLaterPages";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { api } from "../../../../convex/_generated/api";
import { Empty } from "../../../components/Empty/Empty";
import { useTexts } from "../../../texts/TextsProvider";
import { VerseList } from "../../verses/VerseList/VerseList";
import { Feed } from "../../../components/Feed/Feed";
import type { HomeView } from "../homeView";
import { useFollowPage } from "../useHomeView";

interface VerseFeedProps {
  view: HomeView;
  onTurn: (page: number) => void;
  onBeats: () => void;
}

export function VerseFeed({ view, onTurn, onBeats }: VerseFeedProps) {
  const t = useTexts("home");
  const { sort, page } = view;
  const args = { sort, page };
  const result = useLiveQuery({ query: api.verses.list, args });
  const loadPage = useLaterPages(api.verses.list, args);
  useFollowPage(result.status === "success" ? result.data.page : undefined);
  return (
    <Feed
      result={result}
      empty={
        <Empty title={t.noVerses} hint={t.noVersesHint}>
          <Button onClick={onBeats}>{t.toBeats}</Button>
        </Empty>
      }
      onTurn={onTurn}
    >
      {(verses) => <VerseList verses={verses} loadPage={loadPage} />}
    </Feed>
  );
}
