import { MOST_NAMED, type Room } from "../../../../convex/shared/rooms";
import type { RoomTexts } from "../../../texts/useRoomTexts";

interface Reader {
  /** Absent if the viewer is not counted. */
  readonly viewerId: string | undefined;
  /** Ids of people whom the viewer has blocked. They are counted but not named. */
  readonly hidden: ReadonlySet<string>;
}

/** Says who is in a room; in a small room by name. */
export function hereText(
  { here, people }: Room,
  t: Pick<RoomTexts, "here" | "countHere">,
  { viewerId, hidden }: Reader,
): string {
  if (here > MOST_NAMED) return t.countHere(here);
  const names = people
    .filter(({ userId }) => userId !== viewerId && !hidden.has(userId))
    .map(({ username }) => username);
  const isMe = viewerId !== undefined;
  const more = here - names.length - (isMe ? 1 : 0);
  return t.here(names, isMe, Math.max(0, more));
}

/** Counts the people in a room. A viewer who has just come is not in `here` yet. */
export function countHere(room: Room | null, viewerId: string | undefined) {
  const { here = 0, people = [] } = room ?? {};
  if (viewerId === undefined) return here;
  const others = people.filter(({ userId }) => userId !== viewerId).length;
  return Math.max(here, others + 1);
}
