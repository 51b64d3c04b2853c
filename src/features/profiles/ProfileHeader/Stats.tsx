import { Skeleton } from "@mantine/core";
import { useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { ErrorBoundary } from "../../../components/ErrorBoundary/ErrorBoundary";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ProfileHeader.module.css";

/** A profile is worth reading without its numbers, so a failure here shows nothing. */
export function Stats({ userId }: { userId: string }) {
  return (
    <ErrorBoundary fallback={null}>
      <StatNumbers userId={userId} />
    </ErrorBoundary>
  );
}

function StatNumbers({ userId }: { userId: string }) {
  const t = useTexts("profiles");
  const stats = useQuery(api.stats.get, { userId });
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
