import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { KeptNotice } from "./KeptNotice";
import { VersesGoingNotice } from "./VersesGoingNotice";
import classes from "./LeavingNotices.module.css";

type Notices = FunctionReturnType<typeof api.leaving.notices>;

/**
 * Tells the viewer, on every page, that signing in has kept the account, and
 * which verses go with the beats of people who leave.
 */
export function LeavingNotices({ keptAt, going }: Notices) {
  const t = useLeavingTexts();
  return (
    <section className={classes.notices} aria-label={t.notices}>
      {keptAt !== null && <KeptNotice />}
      {going.length > 0 && <VersesGoingNotice verses={going} />}
    </section>
  );
}
