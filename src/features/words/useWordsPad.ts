import { useConvex, useMutation } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { whenConnected } from "../../lib/whenConnected";
import { openWordsBook, watchWordsBook } from "./wordsBook";
import { WordsPad } from "./wordsPad";

/**
 * Returns the pad of a person for a beat. It follows changes in the account and in other tabs, and
 * stores what was typed when the page is hidden or the component unmounts. Both arguments must stay
 * the same.
 */
export function useWordsPad(userId: string, beatId: string): WordsPad {
  const client = useConvex();
  const saveDraft = useMutation(api.words.saveDraft);
  const [pad] = useState(
    () =>
      new WordsPad({
        book: openWordsBook(userId, beatId),
        save: (edit) => saveDraft({ beatId: beatId as Id<"beats">, ...edit }), // the id of the beat on the screen
        whenConnected: () => whenConnected(client),
        now: () => Date.now(),
      }),
  );
  const result = useLiveQuery({ query: api.words.draft, args: { beatId } });
  const draft = result.status === "success" ? result.data : undefined;
  useEffect(() => {
    if (draft !== undefined) pad.follow(draft);
  }, [pad, draft]);

  useEffect(() => {
    const unwatch = watchWordsBook(userId, beatId, () => pad.followDevice());
    const keep = () => pad.keep();
    addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      unwatch();
      removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
      pad.dispose();
    };
  }, [pad, userId, beatId]);
  return pad;
}

export const usePadState = (pad: WordsPad) =>
  useSyncExternalStore(pad.subscribe, pad.getState);
