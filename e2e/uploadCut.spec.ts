import { type Page, expect } from "@playwright/test";
import { writeFile } from "node:fs/promises";
import type { Addresses } from "./app.ts";
import { CuttingProxy } from "./cuttingProxy.ts";
import { fillBeat, submitBeat } from "./screens.ts";
import { test } from "./story.ts";
import { silentWav } from "./silentWav.ts";

const FILE_BYTES = 9_000_000;
/** In how many pieces the server asks for a file of `FILE_BYTES`. */
const PIECES = 20;
/** Longer than the browser keeps trying by itself while the rest of the app answers. */
const GIVES_UP_MS = 90_000;

test("explains an interrupted upload and keeps the form for another try", async ({
  app,
  producer,
  openAs,
}) => {
  test.slow();
  const proxy = await proxyOf(app);
  const page = await openAs(producer, proxy);
  await uploadUntilCut(page, proxy, "Second try");
  await expect(
    page.getByText("Error uploading beat. Please try again."),
  ).toBeVisible({ timeout: GIVES_UP_MS });
  await expect(page.getByLabel("Title")).toHaveValue("Second try");
  await expect(page.getByText("Second try.wav")).toBeVisible();

  proxy.heal();
  await submitBeat(page);
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await test.step("the second try sends only what the server lacks", () => {
    // On a slow machine a piece may be sent twice.
    const sent = new Set(proxy.begun);
    expect(sent).toContain(PIECES - 1);
    expect(sent).not.toContain(0);
  });
  await page.goto(`/profile/${producer.userId}`);
  await expect(page.getByRole("link", { name: "Second try" })).toHaveCount(1);
  await page.close();
  proxy.close();
});

test("goes on by itself after a short cut", async ({
  app,
  producer,
  openAs,
}) => {
  test.slow();
  const proxy = await proxyOf(app);
  const page = await openAs(producer, proxy);
  await uploadUntilCut(page, proxy, "First try");
  proxy.heal();
  await expect(page.getByText("Beat uploaded successfully!")).toBeVisible();
  await page.close();
  proxy.close();
});

async function proxyOf({ url }: Addresses): Promise<CuttingProxy> {
  const proxy = await CuttingProxy.listen();
  proxy.forwardTo(Number(new URL(url).port));
  return proxy;
}

/** Sends a large file, and cuts the line on the way. */
async function uploadUntilCut(
  page: Page,
  proxy: CuttingProxy,
  title: string,
): Promise<void> {
  await page.goto("/upload");
  await fillBeat(page, { title, genre: "Grime", bpm: 97 });
  const file = test.info().outputPath(`${title}.wav`);
  await writeFile(file, silentWav(FILE_BYTES));
  await page.getByLabel("Beat file").setInputFiles(file);
  await submitBeat(page);
  await expect(page.getByText(/Uploading [1-9]\d?%/)).toBeVisible();
  proxy.cut();
}
