import type { Viewer } from "../../../hooks/useViewer";
import { readChoice, writeChoice } from "../../../lib/storedChoice";

/** Holds the person who dismissed the note last in this browser. */
const KEY = "gully-first-step-dismissed";

/** Returns whether /home tells a person what to do first. */
export function needsFirstStep(
  viewer: Pick<Viewer, "userId" | "suspension"> &
    // Answers that an earlier version kept on the device lack it.
    Partial<Pick<Viewer, "hasBegun">>,
): boolean {
  return (
    viewer.hasBegun === false &&
    viewer.suspension === null &&
    readChoice(KEY) !== viewer.userId
  );
}

export function dismissFirstStep({ userId }: Pick<Viewer, "userId">): void {
  writeChoice(KEY, userId);
}
