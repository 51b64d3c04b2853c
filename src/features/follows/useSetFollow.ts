import { useMutation } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { useFailureText } from "../../hooks/useFailureText";
import { showToast } from "../../lib/showToast";
import { useBellTexts } from "../../texts/useBellTexts";

/** Returns a function that follows or unfollows a person. The button shows the change at once. */
export function useSetFollow(userId: string): (isFollowed: boolean) => void {
  const { followFailed } = useBellTexts();
  const failureText = useFailureText();
  const set = useMutation(api.follows.set).withOptimisticUpdate(
    (store, wanted) =>
      store.setQuery(
        api.follows.state,
        { userId: wanted.userId },
        wanted.isFollowed ? "follows" : "may",
      ),
  );
  return (isFollowed) => {
    set({ userId, isFollowed }).catch((error: unknown) =>
      showToast(failureText(error, followFailed), { isFailure: true }),
    );
  };
}
