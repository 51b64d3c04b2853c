import { api } from "../../../../convex/_generated/api";
import type { CypherPage } from "../../../../convex/shared/cyphers";
import type { Room } from "../../../../convex/shared/rooms";
import { useLiveQuery } from "../../../hooks/useLiveQuery";

/** Returns who is in the room of a cypher; null until that is known. */
export function useWhoIsHere(cypherId: CypherPage["id"]): Room | null {
  const result = useLiveQuery({ query: api.rooms.get, args: { cypherId } });
  return result.status === "success" ? result.data : null;
}
