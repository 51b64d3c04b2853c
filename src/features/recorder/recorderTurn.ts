import type { Turn } from "../../../convex/shared/cyphers";
import type { Section } from "../../../convex/shared/sections";
import type { VerseSummary } from "../../../convex/shared/validators";

/** The turn of a cypher that takes are recorded for. */
export interface RecorderTurn {
  readonly turn: Turn;
  readonly section: Section;
  /** The last verse of the cypher, which leads in and is answered; null for the first one. */
  readonly last: VerseSummary | null;
}
