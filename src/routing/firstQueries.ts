import type { FunctionArgs, FunctionReference } from "convex/server";
import type { api } from "../../convex/_generated/api";
import type { FirstQuery } from "../lib/firstAnswers/askFirst";

/**
 * The queries that pages need first. They are given by name, so that the first script need not load
 * the Convex client.
 */
interface Asked {
  "viewer:get": typeof api.viewer.get;
  "beats:list": typeof api.beats.list;
  "beats:get": typeof api.beats.get;
  "beats:proof": typeof api.beats.proof;
  "verses:listByBeat": typeof api.verses.listByBeat;
}

const ask = <Path extends keyof Asked>(
  path: Path,
  args: Argument<Asked[Path]>,
): FirstQuery => ({ path, args });

type Argument<Query extends FunctionReference<"query">> = FunctionArgs<Query>;

const BEAT = /^\/beats\/([^/]+)\/?$/;

/**
 * Returns the queries to send at once when a person with a session opens this address: who they
 * are, and the page's first content. They must match the queries of the page, or their answers are
 * not used. The page itself loads filtered lists.
 */
export function firstQueries(pathname: string, search: string): FirstQuery[] {
  const who = ask("viewer:get", {});
  if (pathname === "/home" && search === "") {
    const args = { sort: "recent", genre: null, state: null, page: 1 } as const;
    return [who, ask("beats:list", args)];
  }
  const [, beatId] = BEAT.exec(pathname) ?? [];
  if (beatId === undefined) return [who];
  return [
    who,
    ask("beats:get", { beatId }),
    ask("verses:listByBeat", { beatId }),
    ask("beats:proof", { beatId }),
  ];
}
