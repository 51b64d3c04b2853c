import { useMutation } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import { KeptNotice } from "./KeptNotice";
import { VersesNotice } from "./VersesNotice";
import classes from "./LeavingNotices.module.css";

type Notices = FunctionReturnType<typeof api.leaving.notices>;

/**
 * Tells the viewer, on every page, that signing in has kept the account, which verses will be
 * deleted with the beats of people who leave, and which verses producers have deleted.
 */
export function LeavingNotices(notices: Notices) {
  const { keptAt, going, deleted } = notices;
  const t = useLeavingTexts();
  const discard = useMutation(api.leaving.discardKept);
  return (
    <section className={classes.notices} aria-label={t.notices}>
      {keptAt !== null && <KeptNotice />}
      {going.length > 0 && (
        <VersesNotice
          texts={t.going}
          verses={going.map((verse) => ({ id: verse.verseId, ...verse }))}
          hasMore={notices.hasMoreGoing}
        />
      )}
      {deleted.length > 0 && (
        <VersesNotice
          texts={t.deleted}
          verses={deleted}
          hasMore={notices.hasMoreDeleted}
          onDiscard={(keptId) => discard({ keptId })}
        />
      )}
    </section>
  );
}
