import { expect } from "@playwright/test";
import { makeBeat } from "../content.ts";
import { keptEntries } from "../keptEntries.ts";
import type { Screen } from "./screen.ts";
import { button } from "./steps.ts";
import { test } from "./story.ts";

test("starts with the page of a played beat while the server is out of reach", async ({
  altered,
  engine,
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const screen = await openAs(await join("rapper"), engine, altered);
  await screen.open("/home");
  await screen.tab.evaluate(async () => {
    await navigator.serviceWorker.ready;
  }, null);
  await screen.open(`/beats/${beat.id}`);
  await screen.click(button(`Play ${beat.title}`));
  await seeKept(screen, "sounds", 1);
  // The five answers are who is signed in, the list of beats, and three about the beat.
  await seeKept(screen, "answers", 5);

  altered.close();
  await screen.tab.reload();
  await screen.see({ role: "heading", name: beat.title });
  await screen.see({ text: "0 of 10 verses" });
  await screen.see(button("Record verse"));
  await screen.see({ text: "Reconnecting…" });
});

/** Waits until the caches with this word in their name hold `count` entries. */
const seeKept = ({ tab }: Screen, word: string, count: number) =>
  expect.poll(() => tab.evaluate(keptEntries, word)).toBe(count);
