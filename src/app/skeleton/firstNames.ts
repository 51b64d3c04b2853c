import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { decideAccess } from "../../components/Guard/decideAccess";
import { needsFirstStep } from "../../features/home/FirstStep/firstStep";
import { isBeatHidden } from "../../features/safety/hiding";
import type { FirstQuestion } from "../../lib/firstAnswers/askFirst";
import type { Names } from "./fillSkeleton";

type Viewer = FunctionReturnType<typeof api.viewer.get>;
type List = FunctionReturnType<typeof api.beats.list>;
type Beat = FunctionReturnType<typeof api.beats.get>;

/**
 * Waits for the answers about the viewer and about the page's content, in the order of
 * `firstQueries`. Resolves to the first names on the page; to null if the page shows none or the
 * viewer may not see it.
 */
export function firstNames([
  who,
  what,
]: readonly FirstQuestion[]): Promise<Names | null> {
  if (who === undefined || what === undefined) return Promise.resolve(null);
  return Promise.all([who.answer, what.answer]).then(([viewer, content]) =>
    // The answers have the types that the backend's functions declare, or are missing. No number in
    // them is used.
    namesFor(viewer as Viewer | undefined, content as List | Beat | undefined),
  );
}

function namesFor(
  viewer: Viewer | undefined,
  content: List | Beat | undefined,
): Names | null {
  if (!viewer || !content) return null;
  const access = decideAccess("protected", { status: "signedIn", viewer });
  if (access.kind !== "show") return null;
  const hidden = new Set<string>(viewer.hiddenUserIds);
  const beats = "items" in content ? content.items : [content];
  const first = beats.find((beat) => !isBeatHidden(beat, hidden));
  if (first === undefined) return null;
  return {
    title: first.title,
    producer: first.producer.username,
    step: needsFirstStep(viewer) ? (viewer.profile?.role ?? "") : "",
  };
}
