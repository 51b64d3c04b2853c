import { expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { openCypher } from "../tools/demo/publishFunctions.ts";
import { makeBeat, versesOf } from "./content.ts";
import { cypherAsStored } from "./liveCypher.ts";
import { join } from "./people.ts";
import {
  expectSent,
  fillBeat,
  recordedAtLeast,
  recordTake,
  startTake,
  submitBeat,
} from "./screens.ts";
import { test } from "./story.ts";

// Needs a separate app, because it stops the app.
test("loses nothing when the server restarts while browsers are open", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const producer = await join(app, "producer");
  const rapper = await join(app, "rapper");
  const beat = await makeBeat(producer);
  const producerPage = await openAs(producer, app);
  const rapperPage = await openAs(rapper, app);

  await producerPage.goto("/upload");
  await fillBeat(producerPage, { title: "Typed", genre: "Trap", bpm: 140 });
  await rapperPage.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(rapperPage, 2);

  await app.stop();
  for (const page of [producerPage, rapperPage])
    await expect(page.getByText("Reconnecting…")).toBeVisible();
  await dialog.getByRole("button", { name: "Upload Verse" }).click();

  await app.startAgain();
  for (const page of [producerPage, rapperPage])
    await expect(page.getByText("Reconnecting…")).toBeHidden();
  await test.step("the verse is sent automatically, exactly once", async () => {
    await expect(dialog).toBeHidden();
    await expect(rapperPage.getByText("1 of 10 verses")).toBeVisible();
    expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  });

  await test.step("the filled form can be sent, and other browsers see the beat", async () => {
    await expect(producerPage.getByLabel("Title")).toHaveValue("Typed");
    await producerPage
      .getByLabel("Beat file")
      .setInputFiles(fixture("beat-97bpm-short-2s.mp3"));
    await rapperPage.goto("/home");
    await expect(rapperPage.getByText(beat.title)).toBeVisible();
    await submitBeat(producerPage);
    await expect(rapperPage.getByText("Typed")).toBeVisible();
  });
});

test("a live turn goes on when the server restarts in it, and its take counts", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp();
  const beat = await makeBeat(await join(app, "producer"), { bpm: 300 });
  const [rapper, next] = [await join(app, "rapper"), await join(app, "rapper")];
  const choice = { beatId: beat.id, bars: 8, pace: "live" } as const;
  const cypherId = await rapper.client.mutation(openCypher, choice);
  const page = await openAs(rapper, app);
  const nextPage = await openAs(next, app);
  const listenerPage = await openAs(await join(app, "listener"), app);
  const others = [nextPage, listenerPage];
  for (const one of [page, ...others]) await one.goto(`/cyphers/${cypherId}`);
  for (const one of [page, nextPage])
    await one.getByRole("button", { name: "Get in line" }).click();
  const turn = page.getByRole("region", { name: "Your turn" });
  await turn.getByRole("button", { name: "Record" }).click();
  const dialog = page.getByRole("dialog");
  await startTake(dialog);
  await recordedAtLeast(dialog, 2);

  await app.stop();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  for (const one of others) {
    await expect(one.getByText("Reconnecting…")).toBeVisible();
    await expect(
      one.getByText(`${rapper.username} has the mic.`),
    ).toBeVisible();
    await expect(one.getByText("The beat rides.")).toBeVisible();
  }
  await dialog.getByRole("button", { name: "Upload Verse" }).click();
  await app.startAgain();

  await expectSent(page);
  await expect(
    nextPage.getByRole("region", { name: "Your turn" }),
  ).toBeVisible();
  await expect(
    listenerPage.getByText(`You hear ${rapper.username}.`),
  ).toBeVisible();
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  const { turnNo, mic, verses } = await cypherAsStored(rapper, cypherId);
  expect({ turnNo, holder: mic?.holder.userId, verses: verses.length }).toEqual(
    {
      ...{ turnNo: 2, holder: next.userId, verses: 1 },
    },
  );
});
