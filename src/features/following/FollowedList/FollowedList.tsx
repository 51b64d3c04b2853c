import { Button, Stack, Title } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { Link } from "react-router-dom";
import type { Followed } from "../../../../convex/shared/follows";
import { api } from "../../../../convex/_generated/api";
import { ContentCardSkeletons } from "../../../components/ContentCardSkeletons/ContentCardSkeletons";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { useGrowingQuery } from "../../../hooks/useGrowingQuery";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { logFailure } from "../../../lib/logFailure";
import { paths, profileHref } from "../../../routing/paths";
import { useBellTexts } from "../../../texts/useBellTexts";
import { BeatList } from "../../beats/BeatList/BeatList";
import { VerseList } from "../../verses/VerseList/VerseList";
import classes from "./FollowedList.module.css";

const PEOPLE = 12;

/** Lists the people whom the viewer follows with the newest work of each, newest first. */
export function FollowedList() {
  const t = useBellTexts();
  const [count, setCount] = useState(PEOPLE);
  const result = useGrowingQuery({ query: api.follows.list, args: { count } });
  useNewsSeen();
  if (result.status === "pending")
    return <ContentCardSkeletons count={3} isCompact />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  const { people, hasMore } = result.data;
  if (people.length === 0)
    return (
      <Empty title={t.nobody}>
        <Button component={Link} to={paths.search} variant="default">
          {t.findArtists}
        </Button>
      </Empty>
    );
  return (
    <Stack gap="xl">
      {people.map((person) => (
        <Person key={person.userId} person={person} />
      ))}
      {hasMore && (
        <Button variant="default" onClick={() => setCount(count + PEOPLE)}>
          {t.showMore}
        </Button>
      )}
    </Stack>
  );
}

/** Opening the page marks the news as seen, which removes the line above the bell. */
function useNewsSeen() {
  const news = useLiveQuery({ query: api.follows.news, args: {} });
  const markSeen = useMutation(api.follows.markSeen);
  const hasNews = news.status === "success" && news.data > 0;
  useEffect(() => {
    if (!hasNews) return;
    markSeen({}).catch((cause: unknown) =>
      logFailure("marking news as seen failed", cause),
    );
  }, [hasNews, markSeen]);
}

function Person({ person }: { person: Followed }) {
  const t = useBellTexts();
  const { userId, username, beat, verse } = person;
  return (
    <section aria-label={username}>
      <Title order={2} className={classes.name}>
        <Link to={profileHref(userId)}>{username}</Link>
      </Title>
      {beat && <BeatList beats={[beat]} />}
      {verse && <VerseList verses={[verse]} />}
      {!beat && !verse && <p className={classes.nothing}>{t.nothingYet}</p>}
    </section>
  );
}
