import { type Page, expect } from "@playwright/test";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { makeBeat, makeVerse } from "./content.ts";
import { expectAccessible } from "./expectAccessible.ts";
import { test } from "./story.ts";

const run = promisify(execFile);

async function download(page: Page, folder: string): Promise<string> {
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("gully-cypher.zip");
  const file = join(folder, "export.zip");
  await saved.saveAs(file);
  return file;
}

test("a producer takes everything along, and its page plays offline @core", async ({
  join: joinAs,
  openAs,
}) => {
  const person = await joinAs("producer_rapper");
  const title = "गली <b> & 😀";
  const beat = await makeBeat(person, { title });
  await makeVerse(person, beat.id);
  const page = await openAs(person);
  await page.goto("/account");
  await page.getByRole("button", { name: "Prepare my export" }).click();
  await expect(page.getByText(/^Your export is ready: 0\.\d MB/)).toBeVisible();
  await expectAccessible(page);

  const folder = await mkdtemp(join(tmpdir(), "gully-export-"));
  const file = await download(page, folder);
  // In the C locale, unzip writes other letters than ASCII as numbers.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  await run("unzip", ["-q", file, "-d", folder], { env });
  const beats: unknown = JSON.parse(
    await readFile(join(folder, "beats.json"), "utf8"),
  );
  expect(beats).toMatchObject([{ title, terms: "here" }]);

  const offline = await page.context().newPage();
  await offline.context().setOffline(true);
  await offline.goto(pathToFileURL(join(folder, "index.html")).href);
  await expect(offline.getByText(title)).toHaveCount(2);
  expect(await playsEach(offline)).toEqual([true, true]);
  await rm(folder, { recursive: true });
});

/** Returns for each sound of the page whether it plays. */
const playsEach = (page: Page) =>
  page.evaluate(async () => {
    const played: boolean[] = [];
    for (const audio of document.querySelectorAll("audio")) {
      audio.muted = true;
      const moved = new Promise((resolve) =>
        audio.addEventListener("timeupdate", () => {
          if (audio.currentTime > 0) resolve(true);
        }),
      );
      await audio.play();
      played.push((await moved) === true);
    }
    return played;
  });

test("the pages offer the export in Hindi, and nothing of it to others", async ({
  app,
  join: joinAs,
  openAs,
}) => {
  const person = await joinAs("rapper");
  const page = await openAs(person);
  await page.goto("/account/leave");
  await page.getByRole("button", { name: "हिन्दी में देखें" }).click();
  await expect(
    page.getByRole("heading", { name: "सब कुछ साथ ले जाएँ" }),
  ).toBeVisible();
  await page.getByRole("button", { name: "मेरी ज़िप तैयार करें" }).click();
  await expect(page.getByText(/^आपकी ज़िप तैयार है/)).toBeVisible();
  await expectAccessible(page);
  expect((await fetch(`${app.url}/export`)).status).toBe(401);
});
