import { expect } from "@playwright/test";
import { fixture } from "./audio.ts";
import { fillBeat, submitBeat } from "./screens.ts";
import { test } from "./story.ts";

const SLOW_BYTES_PER_SECOND = 150_000;

test("an upload cut in the middle is said, and can be sent again as it was", async ({
  join,
  openAs,
}) => {
  const page = await openAs(await join("producer"));
  await page.goto("/upload");
  await fillBeat(page, { title: "Second try", genre: "Grime", bpm: 97 });
  await page
    .getByLabel("Beat file")
    .setInputFiles(fixture("beat-97bpm-cbr192-stereo-44k-id3art.mp3"));

  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  const conditions = { latency: 0, downloadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", {
    ...conditions,
    offline: false,
    uploadThroughput: SLOW_BYTES_PER_SECOND,
  });
  await submitBeat(page);
  await expect(page.getByText(/Uploading [1-9]\d?%/)).toBeVisible();
  await network.send("Network.emulateNetworkConditions", {
    ...conditions,
    offline: true,
    uploadThroughput: -1,
  });
  await expect(
    page.getByText("Error uploading beat. Please try again."),
  ).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Second try");

  await network.send("Network.emulateNetworkConditions", {
    ...conditions,
    offline: false,
    uploadThroughput: -1,
  });
  await submitBeat(page);
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await page.goto("/home");
  await expect(page.getByRole("link", { name: "Second try" })).toHaveCount(1);
});
