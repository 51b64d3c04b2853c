import { expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { makeBeat, versesOf } from "./content.ts";
import { join } from "./people.ts";
import { fillBeat, recordTake, submitBeat } from "./screens.ts";
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
