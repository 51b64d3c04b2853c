import { api } from "../../../../convex/_generated/api";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useLiveQuery } from "../../../hooks/useLiveQuery";

const LeavingNotices = onDemand(
  async () => (await import("./LeavingNotices")).LeavingNotices,
  { isQuiet: true },
);

/** Shows the leaving notices. Their code loads only for the few people who have one. */
export function LeavingSlot() {
  const result = useLiveQuery({ query: api.leaving.notices, args: {} });
  if (result.status !== "success") return null;
  const { keptAt, going, deleted } = result.data;
  if (keptAt === null && going.length + deleted.length === 0) return null;
  return <LeavingNotices {...result.data} />;
}
