import { Stack, Title } from "@mantine/core";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatList } from "../../beats/BeatList/BeatList";
import { Feed } from "../../../components/Feed/Feed";
import { NothingYet } from "./NothingYet";

export function ProducerBeats({ userId }: { userId: string }) {
  const t = useTexts("profiles");
  const [page, setPage] = useState(1);
  const result = useLiveQuery({
    query: api.beats.listByProducer,
    args: { userId, page },
  });

  return (
    <Stack component="section" aria-labelledby="profile-beats">
      <Title order={2} id="profile-beats">
        {t.beats}
      </Title>
      <Feed
        result={result}
        empty={
          <NothingYet
            userId={userId}
            title={t.noBeats}
            to={paths.upload}
            label={t.firstBeat}
          />
        }
        onTurn={setPage}
      >
        {(beats) => <BeatList beats={beats} />}
      </Feed>
    </Stack>
  );
}
