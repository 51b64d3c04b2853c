import { Stack, Title } from "@mantine/core";
import type { FunctionReference } from "convex/server";
import { type ReactNode, useState } from "react";
import { Feed } from "../../../components/Feed/Feed";
import type { PageOf } from "../../../components/Feed/feedResult";
import { type LoadPage, useLaterPages } from "../../../hooks/useLaterPages";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";

type ListOf<Item> = FunctionReference<
  "query",
  "public",
  { userId: string; page: number },
  PageOf<Item>
>;

interface ProfileFeedProps<Item> {
  userId: string;
  kind: "beats" | "verses";
  query: ListOf<Item>;
  /** Shown when the list has loaded and has no items. */
  empty: ReactNode;
  children: (items: readonly Item[], loadPage: LoadPage<Item>) => ReactNode;
}

/** The beats or verses that one artist has published, page by page. */
export function ProfileFeed<Item>(props: ProfileFeedProps<Item>) {
  const { userId, kind, query, empty, children } = props;
  const t = useTexts("profiles");
  const [page, setPage] = useState(1);
  const args = { userId, page };
  const result = useLiveQuery({ query, args });
  const loadPage = useLaterPages(query, args);
  const titleId = `profile-${kind}`;

  return (
    <Stack component="section" aria-labelledby={titleId}>
      <Title order={2} id={titleId}>
        {t[kind]}
      </Title>
      <Feed
        isOfBeats={kind === "beats"}
        result={result}
        empty={empty}
        onTurn={setPage}
      >
        {(items) => children(items, loadPage)}
      </Feed>
    </Stack>
  );
}
