import type { Id } from "../_generated/dataModel";
import { makeEmptyWorld, type Person, type World } from "./test.world";

/** The address that convex-test gives HTTP actions. */
export const ORIGIN = "https://some.convex.site";

interface ListenWorld {
  readonly world: World;
  readonly producer: Person;
  readonly rapper: Person;
  readonly beatId: Id<"beats">;
  readonly verseId: Id<"verses">;
}

/** Makes a beat by Chaukhat, and a verse on it. */
export async function makeListenWorld(
  title = "Gali No. 4",
): Promise<ListenWorld> {
  const world = await makeEmptyWorld();
  const producer = await world.join({ role: "producer", username: "Chaukhat" });
  const rapper = await world.join({ role: "rapper", username: "रात_की_चाय" });
  const beatId = await world.publishBeat(producer, { title });
  const verseId = await world.publishVerse(rapper, beatId);
  return { world, producer, rapper, beatId, verseId };
}

/** Opens a public page, and reads it as programs for link previews do. */
export async function open(
  { t }: World,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await t.fetch(path, {
    headers: { accept: "*/*", ...headers },
  });
  const text = await response.text();
  const page = new PageTags(text);
  return { response, text, page };
}

/** Reads the tags of a page the way programs for link previews do. */
class PageTags {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  meta(name: string): string | null {
    const tag = new RegExp(
      `<meta (?:property|name)="${name}" content="([^"]*)" ?/>`,
    );
    return tag.exec(this.text)?.[1] ?? null;
  }

  get title(): string {
    return /<title>([^<]*)<\/title>/.exec(this.text)?.[1] ?? "";
  }

  get linkedData(): Record<string, unknown> {
    const found = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(
      this.text,
    );
    return JSON.parse(found?.[1] ?? "null") as Record<string, unknown>;
  }
}
