import { api } from "../../../convex/_generated/api";
import type { Prewarm } from "../../app/route";
import { parseHomeView } from "./homeView";

/** The page of beats or verses that the address names; see `BeatFeed` and `VerseFeed`. */
export const prewarmHome: Prewarm = (client, { search }) => {
  const { tab, sort, genre, state, page } = parseHomeView(search);
  if (tab === "beats") {
    const args = { sort, genre, state, page };
    client.prewarmQuery({ query: api.beats.list, args });
  } else {
    client.prewarmQuery({ query: api.verses.list, args: { sort, page } });
  }
};
