import { api } from "../../../../convex/_generated/api";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";
import { KeptNotice } from "./KeptNotice";
import { VersesGoingNotice } from "./VersesGoingNotice";
import classes from "./LeavingNotices.module.css";

/**
 * Tells the viewer, on every page, that signing in has kept the account, and
 * which verses go with the beats of people who leave. Renders nothing for
 * almost everyone.
 */
export function LeavingNotices() {
  const t = useTexts("leaving");
  const result = useLiveQuery({ query: api.leaving.notices, args: {} });
  if (result.status !== "success") return null;
  const { keptAt, going } = result.data;
  if (keptAt === null && going.length === 0) return null;
  return (
    <section className={classes.notices} aria-label={t.notices}>
      {keptAt !== null && <KeptNotice />}
      {going.length > 0 && <VersesGoingNotice verses={going} />}
    </section>
  );
}
