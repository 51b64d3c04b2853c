import type { BeatSummary } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { useMayOpen } from "./useMayOpen";

const CypherLine = onDemand(
  async () => (await import("./CypherLine")).CypherLine,
  { isQuiet: true },
);

/**
 * The line about cyphers on a beat. A viewer who may start a cypher always sees something here, so
 * the space is reserved from the start.
 */
export function CypherSlot({ beat }: { beat: BeatSummary }) {
  if (!useMayOpen(beat)) return <CypherLine beat={beat} />;
  return (
    <div style={{ minHeight: "3rem" }}>
      <CypherLine beat={beat} />
    </div>
  );
}
