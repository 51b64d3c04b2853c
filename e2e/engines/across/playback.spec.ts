import { makeBeat } from "../../content.ts";
import { recordTake, sendTake } from "../steps.ts";
import type { Engine } from "../engine.ts";
import type { Screen } from "../screen.ts";
import { test } from "../story.ts";

test("plays, seeks and ends a verse from one engine in every other engine", async ({
  engineNames,
  join,
  launch,
  openAs,
}) => {
  test.slow();
  const title = `Three Rooms ${Date.now()}`;
  const beat = await makeBeat(await join("producer"), { title });
  const engines: Engine[] = [];
  for (const name of engineNames) engines.push(await launch(name));

  const verses: string[] = [];
  const screens: Screen[] = [];
  for (const engine of engines)
    await test.step(`recorded in ${engine.name}`, async () => {
      const rapper = await join("rapper");
      const screen = await openAs(rapper, engine);
      await screen.open(`/beats/${beat.id}`);
      // The middle of the take must be well past second 2, which is looked for below.
      await recordTake(screen, 6);
      await sendTake(screen);
      screens.push(screen);
      verses.push(`${rapper.username} on "${title}"`);
    });

  for (const [index, screen] of screens.entries())
    for (const [from, verse] of verses.entries())
      await test.step(`${engineNames[index]} plays the recording from ${engineNames[from]}`, () =>
        playThrough(screen, verse));
});

/** Plays the verse from the start, then from the middle to the end. */
async function playThrough(screen: Screen, verse: string): Promise<void> {
  const within = { role: "main" } as const;
  const place = {
    role: "slider",
    name: `Position in ${verse}`,
    within,
  } as const;
  const play = { role: "button", name: `Play ${verse}`, within } as const;
  const pause = { role: "button", name: `Pause ${verse}`, within } as const;
  const isPast = (seconds: number) => (value: string | null) =>
    Number(value) >= seconds;
  await screen.click(play);
  await screen.seeAttribute(place, "aria-valuenow", isPast(1));
  await screen.click(pause);
  await screen.press(place, "Home");
  await screen.seeAttribute(place, "aria-valuenow", (value) => value === "0");
  // A click seeks to the middle. That fails for a file without a seek index.
  await screen.click(place);
  await screen.seeAttribute(place, "aria-valuenow", isPast(2));
  await screen.click(play);
  await screen.seeAttribute(place, "aria-valuenow", (value) => value === "0");
  await screen.see(play);
}
