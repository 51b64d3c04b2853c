import { api } from "../../../../convex/_generated/api";
import { TextLink } from "../../../components/TextLink/TextLink";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { paths } from "../../../routing/paths";
import { useBellTexts } from "../../../texts/useBellTexts";

/**
 * Shows how many people follow the viewer, and how many the viewer follows. Used only on the
 * viewer's own profile.
 */
export function FollowCounts() {
  const t = useBellTexts();
  const result = useLiveQuery({ query: api.follows.counts, args: {} });
  const counts = result.status === "success" ? result.data : null;
  if (counts === null) return null;
  return (
    <TextLink to={paths.following}>
      {t.counts(counts.followers, counts.following)}
    </TextLink>
  );
}
