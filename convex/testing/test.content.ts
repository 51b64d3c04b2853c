import type { Id } from "../_generated/dataModel";
import { makeWorld, type PeopledWorld } from "./test.world";

export interface TestContent {
  readonly world: PeopledWorld;
  readonly beatId: Id<"beats">;
  readonly verseId: Id<"verses">;
}

/** Makes a world with a beat by the producer, and a verse with words by the rapper. */
export async function makeContent(): Promise<TestContent> {
  const world = await makeWorld();
  const beatId = await world.publishBeat(world.asProducer, { title: "Gully" });
  const verseId = await world.publishVerse(world.asRapper, beatId, {
    words: "two\nlines",
  });
  return { world, beatId, verseId };
}
