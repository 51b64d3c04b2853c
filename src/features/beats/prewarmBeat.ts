import { api } from "../../../convex/_generated/api";
import type { Prewarm } from "../../app/route";

/** The beat that the address names, and its verses; see `useBeat` and `BeatVerses`. */
export const prewarmBeat: Prewarm = (client, { params }) => {
  const { beatId = "" } = params;
  client.prewarmQuery({ query: api.beats.get, args: { beatId } });
  client.prewarmQuery({ query: api.verses.listByBeat, args: { beatId } });
};
