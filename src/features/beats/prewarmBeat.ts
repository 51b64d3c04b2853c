import type { Prewarm } from "../../routing/prewarm";
import { api } from "../../../convex/_generated/api";

/**
 * Starts the queries of the beat page. They must match the queries of `useBeat`, `BeatVerses` and
 * `BeatProof`.
 */
export const prewarmBeat: Prewarm = (client, { params }) => {
  const { beatId = "" } = params;
  client.prewarmQuery({ query: api.beats.get, args: { beatId } });
  client.prewarmQuery({ query: api.verses.listByBeat, args: { beatId } });
  client.prewarmQuery({ query: api.beats.proof, args: { beatId } });
};
