import type { Prewarm } from "../../routing/prewarm";
import { api } from "../../../convex/_generated/api";
import { parseHomeView } from "./homeView";

/** Starts the query of the home page. It must match the query of `BeatFeed` or `VerseFeed`. */
export const prewarmHome: Prewarm = (client, { search }) => {
  const { tab, sort, genre, state, page } = parseHomeView(search);
  if (tab === "beats") {
    const args = { sort, genre, state, page };
    client.prewarmQuery({ query: api.beats.list, args });
  } else {
    client.prewarmQuery({ query: api.verses.list, args: { sort, page } });
  }
};
