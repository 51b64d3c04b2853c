import type { BeatSummary } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useMayOpen } from "./useMayOpen";

const CypherLine = onDemand(
  async () => (await import("./CypherLine")).CypherLine,
  { isQuiet: true },
);

/**
 * The line of the cypher. For whoever may start one, something always stands there, so its place is
 * there from the start.
 */
export function CypherSlot({ beat }: { beat: BeatSummary }) {
  if (!useMayOpen(beat)) return <CypherLine beat={beat} />;
  return (
    <div style={{ minHeight: "3rem" }}>
      <CypherLine beat={beat} />
    </div>
  );
}
