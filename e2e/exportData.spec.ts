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
const isSound = ({ pathname }: URL) => pathname.startsWith("/api/storage/");

const everything = (page: Page) =>
  page.getByRole("button", { name: "Download everything" });

/** Unpacks the ZIP that the browser saves during `act`. Returns its folder. */
async function unpack(page: Page, act: () => Promise<unknown>) {
  const saving = page.waitForEvent("download");
  await act();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe("gully-cypher.zip");
  const folder = await mkdtemp(join(tmpdir(), "gully-export-"));
  const file = join(folder, "export.zip");
  await saved.saveAs(file);
  // In the C locale, unzip would write non-ASCII letters as numbers.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  await run("unzip", ["-tq", file], { env });
  await run("unzip", ["-q", file, "-d", folder], { env });
  return folder;
}

const readRows = async (folder: string, table: string) =>
  JSON.parse(await readFile(join(folder, `${table}.json`), "utf8")) as unknown;

/** Returns the names in the folder where browsers keep a ZIP until it is saved. */
const keptZips = (page: Page) =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const [name, entry] of root) {
      names.push(name);
      if (entry instanceof FileSystemDirectoryHandle) {
        for await (const [inner] of entry) names.push(inner);
      }
    }
    return names;
  });

test("a producer takes everything along, and its page plays offline @core", async ({
  join: joinAs,
  openAs,
}) => {
  const person = await joinAs("producer_rapper");
  const title = "गली <b> & 😀";
  const beat = await makeBeat(person, { title });
  await makeVerse(person, beat.id);
  const page = await openAs(person);
  await page.goto("/account?open=export");
  const folder = await unpack(page, () => everything(page).click());
  await expect(page.getByText(/^Your ZIP is complete: 0\.\d MB/)).toBeVisible();
  await expectAccessible(page);
  expect(await readRows(folder, "beats")).toMatchObject([
    { title, terms: "here" },
  ]);
  expect(await readRows(folder, "account")).toMatchObject([
    { email: person.email },
  ]);
  const again = await unpack(page, () =>
    page.getByRole("button", { name: "Save again" }).click(),
  );
  expect(await readRows(again, "beats")).toEqual(
    await readRows(folder, "beats"),
  );

  const offline = await page.context().newPage();
  await offline.context().setOffline(true);
  await offline.goto(pathToFileURL(join(folder, "index.html")).href);
  await expect(offline.getByText(title)).toHaveCount(2);
  expect(await playsEach(offline)).toEqual([true, true]);
  await rm(folder, { recursive: true });
  await rm(again, { recursive: true });
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

test("after a cut connection the ZIP goes on at the file that was cut", async ({
  producer,
  openAs,
}) => {
  test.slow();
  for (const title of ["One", "Two", "Three"]) {
    await makeBeat(producer, { title });
  }
  const page = await openAs(producer);
  await page.goto("/account?open=export");
  const context = page.context();
  const asked: string[] = [];
  await page.route(isSound, async (route) => {
    asked.push(route.request().url());
    if (asked.length !== 2) return route.continue();
    await context.setOffline(true);
    await route.abort("connectionreset");
  });
  const folder = await unpack(page, async () => {
    await everything(page).click();
    await expect.poll(() => asked.length).toBe(2);
    // While offline, the download waits without asking again.
    await page.waitForTimeout(3_000);
    expect(asked).toHaveLength(2);
    await context.setOffline(false);
  });
  expect(asked).toHaveLength(4);
  expect(asked[2]).toBe(asked[1]);
  expect(new Set(asked).size).toBe(3);
  expect(await readRows(folder, "beats")).toHaveLength(3);
  await rm(folder, { recursive: true });
});

test("a beat that is deleted meanwhile is left out, and the page in the ZIP says so", async ({
  producer,
  openAs,
}) => {
  await makeBeat(producer, { title: "Stays" });
  await makeBeat(producer, { title: "Goes" });
  const page = await openAs(producer);
  await page.goto("/account?open=export");
  let asked = 0;
  await page.route(isSound, (route) => {
    asked += 1;
    return asked === 2
      ? route.fulfill({ status: 404, body: "" })
      : route.continue();
  });
  const folder = await unpack(page, () => everything(page).click());
  expect(await readRows(folder, "beats")).toMatchObject([
    { title: "Stays", file: /^audio/ },
    { title: "Goes", file: null },
  ]);
  expect(await readFile(join(folder, "index.html"), "utf8")).toContain(
    "These sounds were deleted while the ZIP was being made",
  );
  await rm(folder, { recursive: true });
});

test("asks before the page is left, can be cancelled, and leaves nothing in the browser", async ({
  producer,
  openAs,
}) => {
  await makeBeat(producer);
  const page = await openAs(producer);
  const leave = page.getByRole("dialog", { name: "Leave this page?" });
  await page.route(isSound, () => undefined); // never answers
  await page.goto("/account?open=export");
  await everything(page).focus();
  await page.keyboard.press("Enter");
  // Another part of the page may still say that it loads.
  await expect(
    page.getByRole("status").filter({ hasText: "Keep this page open" }),
  ).toBeVisible();
  await expect(page.getByRole("progressbar")).toBeAttached();
  await expectAccessible(page);
  // While it writes, Chromium keeps a second file beside the ZIP.
  await expect
    .poll(async () => (await keptZips(page)).length)
    .toBeGreaterThan(1);
  await page.getByRole("link", { name: "Find Artists" }).first().click();
  await leave.getByRole("button", { name: "Cancel" }).click();
  await expect(leave).toHaveCount(0);
  await expect(page).toHaveURL("/account?open=export");

  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(everything(page)).toBeEnabled();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect.poll(() => keptZips(page)).toEqual(["exports"]);
  await page.getByRole("link", { name: "Find Artists" }).first().click();
  await expect(page).not.toHaveURL("/account?open=export");
  await expect(leave).toHaveCount(0);
});

test("what a closed tab has left is removed by the next visit", async ({
  producer,
  openAs,
  openBeside,
}) => {
  await makeBeat(producer);
  const page = await openAs(producer);
  await page.goto("/account?open=export");
  const saved = page.waitForEvent("download");
  await everything(page).click();
  await saved;
  expect(await keptZips(page)).toHaveLength(2);
  const other = await openBeside(page);
  await other.goto("/home");
  await expect(other.getByRole("main")).toBeVisible();
  expect(await keptZips(other)).toHaveLength(2);
  await page.close();
  await other.reload();
  await expect.poll(() => keptZips(other)).toEqual([]);
});

test("a sound that cannot be read ends it in words, and it can be started again", async ({
  producer,
  openAs,
}) => {
  await makeBeat(producer);
  const page = await openAs(producer);
  await page.goto("/account?open=export");
  await page.clock.install();
  await page.route(isSound, (route) => route.fulfill({ status: 500 }));
  await everything(page).click();
  await expect(async () => {
    await page.clock.runFor(70_000);
    await expect(page.getByRole("alert")).toHaveText(
      "Error downloading your export. Please try again.",
      { timeout: 100 },
    );
  }).toPass();
  await page.unroute(isSound);
  const folder = await unpack(page, () => everything(page).click());
  await rm(folder, { recursive: true });
});

test("the pages offer the export in Hindi, on the page to leave too", async ({
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
  const folder = await unpack(page, () =>
    page.getByRole("button", { name: "सब कुछ डाउनलोड करें" }).click(),
  );
  await expect(page.getByText(/^आपकी ज़िप पूरी हुई/)).toBeVisible();
  await expectAccessible(page);
  expect(await readFile(join(folder, "index.html"), "utf8")).toContain(
    "गली साइफ़र पर",
  );
  await rm(folder, { recursive: true });
});
