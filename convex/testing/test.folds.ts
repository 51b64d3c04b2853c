import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { World } from "./test.world";

const MOST_FOLDS = 10;

/** Runs the next fold of one of the busy beats and verses, if there are any. */
export async function foldNext(world: World, which = 0): Promise<boolean> {
  const busy = await busyOnes(world);
  const item = busy[which % busy.length];
  if (item?.foldsAt === undefined) return false;
  await world.t.mutation(internal.votes.fold, {
    contentType: "producerId" in item ? "beat" : "verse",
    contentId: item._id,
    foldsAt: item.foldsAt,
  });
  return true;
}

/** Runs folds until no item is busy, without waiting for the clock. */
export async function foldAll(world: World): Promise<void> {
  const most = MOST_FOLDS * (await busyOnes(world)).length;
  for (let turn = 0; turn <= most; turn++) if (!(await foldNext(world))) return;
  throw new Error("folds never end");
}

async function busyOnes(
  world: World,
): Promise<(Doc<"beats"> | Doc<"verses">)[]> {
  const beats = await world.rows("beats");
  const verses = await world.rows("verses");
  return [...beats, ...verses].filter(({ foldsAt }) => foldsAt !== undefined);
}
