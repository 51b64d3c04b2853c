import { Stack } from "@mantine/core";
import { useMutation } from "convex/react";
import { useEffect } from "react";
import { api } from "../../../../convex/_generated/api";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { logFailure } from "../../../lib/logFailure";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import { NoticeCard } from "../NoticeCard/NoticeCard";

/** The viewer's notices, newest first. Showing them marks them as read. */
export function NoticeList() {
  const t = useTrustTexts();
  const result = useLiveQuery({ query: api.notices.mine, args: {} });
  const markRead = useMutation(api.notices.markRead);
  const hasUnread =
    result.status === "success" && result.data.some(({ isRead }) => !isRead);

  useEffect(() => {
    if (!hasUnread) return;
    markRead({}).catch((cause: unknown) =>
      logFailure("marking notices as read failed", cause),
    );
  }, [hasUnread, markRead]);

  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  if (result.data.length === 0) {
    return <Empty title={t.notices.empty} hint={t.notices.emptyHint} />;
  }
  return (
    <Stack gap="lg" mt="md" maw="44rem">
      {result.data.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </Stack>
  );
}
