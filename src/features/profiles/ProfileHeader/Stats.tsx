import { Skeleton } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ProfileHeader.module.css";

/**
 * The counts on a profile. If they fail to load, they are left out and the rest of the profile
 * stays.
 */
export function Stats({ userId }: { userId: string }) {
  const t = useTexts("profiles");
  const result = useLiveQuery({ query: api.stats.get, args: { userId } });
  if (result.status === "error") return null;
  const stats = result.status === "success" ? result.data : undefined;
  const entries = [
    { label: t.beats, value: stats?.totalBeats },
    { label: t.verses, value: stats?.totalVerses },
    { label: t.likes, value: stats?.totalLikes },
  ];
  return (
    <dl className={classes.stats} aria-label={t.statsLabel}>
      {entries.map(({ label, value }) => (
        <div key={label} className={classes.stat}>
          <dt>{label}</dt>
          <dd>{value ?? <Skeleton height={39} width={32} />}</dd>
        </div>
      ))}
    </dl>
  );
}
