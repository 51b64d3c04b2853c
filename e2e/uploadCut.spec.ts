import { expect } from "@playwright/test";
import { writeFile } from "node:fs/promises";
import { CuttingProxy } from "./cuttingProxy.ts";
import { join, signedIn } from "./people.ts";
import { fillBeat, submitBeat } from "./screens.ts";
import { test } from "./story.ts";
import { silentWav } from "./wav.ts";

// More than the buffers between the two ends can hold.
const FILE_BYTES = 9_000_000;

// All its traffic goes through the proxy, so it has an app of its own.
test("an upload cut in the middle is said, and can be sent again as it was", async ({
  browser,
  startOwnApp,
}) => {
  test.slow();
  const proxy = await CuttingProxy.listen();
  const app = await startOwnApp({ SITE_URL: proxy.url });
  proxy.forwardTo(app.port);
  const producer = await join(app, "producer");
  const context = await browser.newContext(signedIn(app, producer));
  const page = await context.newPage();
  await page.goto("/upload");
  await fillBeat(page, { title: "Second try", genre: "Grime", bpm: 97 });
  const file = test.info().outputPath("second-try.wav");
  await writeFile(file, silentWav(FILE_BYTES));
  await page.getByLabel("Beat file").setInputFiles(file);

  await submitBeat(page);
  await expect(page.getByText(/Uploading [1-9]\d?%/)).toBeVisible();
  proxy.cut();
  await expect(
    page.getByText("Error uploading beat. Please try again."),
  ).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Second try");
  await expect(page.getByText("second-try.wav")).toBeVisible();

  proxy.heal();
  await submitBeat(page);
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await page.goto("/home");
  await expect(page.getByRole("link", { name: "Second try" })).toHaveCount(1);
  await context.close();
  proxy.close();
});
