import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { KeptNotice } from "./KeptNotice";
import { VersesNotice } from "./VersesNotice";
import classes from "./LeavingNotices.module.css";

type Notices = FunctionReturnType<typeof api.leaving.notices>;

/**
 * Tells the viewer, on every page, that signing in has kept the account, which
 * verses go with the beats of people who leave, and which ones producers have
 * deleted.
 */
export function LeavingNotices({ keptAt, going, deleted }: Notices) {
  const t = useLeavingTexts();
  return (
    <section className={classes.notices} aria-label={t.notices}>
      {keptAt !== null && <KeptNotice />}
      {going.length > 0 && (
        <VersesNotice
          texts={t.going}
          verses={going.map((verse) => ({ id: verse.verseId, ...verse }))}
        />
      )}
      {deleted.length > 0 && (
        <VersesNotice texts={t.deleted} verses={deleted} />
      )}
    </section>
  );
}
