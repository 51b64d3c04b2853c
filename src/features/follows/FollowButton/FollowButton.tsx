import { Button } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useBellTexts } from "../../../texts/useBellTexts";
import { useSetFollow } from "../useSetFollow";

interface FollowButtonProps {
  userId: string;
  /** Whether this is the main action of the screen. */
  isPrimary?: boolean;
}

/** Follows or unfollows an artist. Renders nothing for a viewer who may do neither. */
export function FollowButton({ userId, isPrimary }: FollowButtonProps) {
  const t = useBellTexts();
  const setFollow = useSetFollow(userId);
  const result = useLiveQuery({ query: api.follows.state, args: { userId } });
  if (result.status !== "success" || result.data === "never") return null;
  const isFollowed = result.data === "follows";
  return (
    <Button
      variant={isPrimary && !isFollowed ? "filled" : "default"}
      aria-pressed={isFollowed}
      onClick={() => setFollow(!isFollowed)}
      data-screen-only
    >
      {isFollowed ? t.following : t.follow}
    </Button>
  );
}
