import { useDocumentVisibility } from "@mantine/hooks";
import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { RingRow } from "../../../convex/shared/rings";
import { logFailure } from "../../lib/logFailure";

const IN_VIEW_MS = 1000;

/**
 * Marks rows as read after they have been in view for a second. Returns the ids of the rows that it
 * has marked, which look new until the viewer leaves the page.
 */
export function useMarkRead(rings: readonly RingRow[]): ReadonlySet<string> {
  const markRead = useMutation(api.bell.markRead);
  const isVisible = useDocumentVisibility() === "visible";
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unread = rings.filter(({ isRead }) => !isRead);
  const upTo = Math.max(0, ...unread.map(({ at }) => at));
  const ids = unread.map(({ id }) => id).join(" ");

  useEffect(() => {
    if (ids === "" || !isVisible) return;
    const timer = setTimeout(() => {
      setFresh((known) => new Set([...known, ...ids.split(" ")]));
      markRead({ upTo }).catch((cause: unknown) =>
        logFailure("marking rings as read failed", cause),
      );
    }, IN_VIEW_MS);
    return () => clearTimeout(timer);
  }, [ids, upTo, isVisible, markRead]);

  return fresh;
}
