import { Stack, Title } from "@mantine/core";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { VerseList } from "../../verses/VerseList/VerseList";
import { Feed } from "../../../components/Feed/Feed";
import { NothingYet } from "./NothingYet";

export function RapperVerses({ userId }: { userId: string }) {
  const t = useTexts("profiles");
  const [page, setPage] = useState(1);
  const result = useLiveQuery({
    query: api.verses.listByRapper,
    args: { userId, page },
  });

  return (
    <Stack component="section" aria-labelledby="profile-verses">
      <Title order={2} id="profile-verses">
        {t.verses}
      </Title>
      <Feed
        result={result}
        empty={
          <NothingYet
            userId={userId}
            title={t.noVerses}
            to={paths.home}
            label={t.firstVerse}
          />
        }
        onTurn={setPage}
      >
        {(verses) => <VerseList verses={verses} />}
      </Feed>
    </Stack>
  );
}
