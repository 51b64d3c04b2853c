import { type Locator, type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { type Person, newDetails, signUpUnconfirmed } from "./people.ts";
import { test } from "./story.ts";

const TO_HINDI = "हिन्दी में देखें";
const TO_ENGLISH = "View in English";
/** Words that stay in Latin script in every language. */
const SAME_EVERYWHERE =
  /English|Gully Cypher|MP3|WAV|\d+MB|BPM|Enter|instagram\.com|youtube\.com|\S+@\S+|SHA-256|[0-9a-f]{64}|[0-9a-f]{8}(?=…)/g;

test("shows visitors' forms in Hindi, also after a reload @core", async ({
  openAs,
}) => {
  const page = await openAs(null);
  await page.goto("/login");
  await page.getByRole("button", { name: TO_HINDI }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await expect(page.getByRole("heading", { name: "साइन इन" })).toBeVisible();
  for (const path of [
    "/",
    "/login",
    "/signup",
    "/forgot-password",
    "/reset-password",
    "/activate",
    "/activate?code=made-up",
    "/email-change?code=made-up",
    "/contact",
  ]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(
        page.getByRole("button", { name: TO_ENGLISH }),
      ).toBeVisible();
      await expectHindi(page.getByRole("main"));
    });
  }
  await test.step("error messages are in Hindi too", async () => {
    await page.goto("/signup");
    await page
      .getByRole("main")
      .getByRole("button", { name: "खाता बनाएँ" })
      .click();
    await expect(page.getByText("ईमेल ज़रूरी है।")).toBeVisible();
    await expectHindi(page.getByRole("main"));
  });
  await test.step("switching back to English works", async () => {
    await page.getByRole("button", { name: TO_ENGLISH }).click();
    await expect(page.getByRole("heading", { name: "Sign Up" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Sign Up" })).toBeVisible();
  });
});

test("shows server errors in the reader's language", async ({
  app,
  openAs,
}) => {
  const person = await signUpUnconfirmed(app, newDetails("listener"));
  const page = await openHindi(await openAs(null), "/login");
  await page.getByLabel("ईमेल").fill(person.email);
  await page.getByRole("textbox", { name: "पासवर्ड" }).fill("not the password");
  await page.getByRole("main").getByRole("button", { name: "साइन इन" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectHindi(page.getByRole("main"), [person.email]);
});

test("shows pages, cards and dialogs in Hindi", async ({ join, openAs }) => {
  test.slow();
  const person = await join("producer_rapper");
  const beat = await makeBeat(person);
  await makeVerse(person, beat.id);
  const page = await openHindi(await openAs(person), "/home");
  const names = [person.username, beat.title, "night"];
  // None of these pages shows beats of other tests, whose English names would fail.
  for (const path of ["/upload", "/beats/none", "/profile/none"]) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectHindi(page.getByRole("main"), names);
    });
  }
  await test.step("an empty list", async () => {
    await page.goto("/home?genre=Pop+Rap&state=Sikkim");
    await expect(page.getByText("कोई बीट नहीं मिली")).toBeVisible();
    await expectHindi(page.getByRole("main"));
  });
  await test.step("the profile and its dialog", async () => {
    await page.goto(`/profile/${person.userId}`);
    await expect(page.getByRole("article")).toHaveCount(2);
    await expectHindi(page.getByRole("main"), names);
    await page.getByRole("button", { name: "बदलें", exact: true }).click();
    await expectHindi(page.getByRole("dialog"), names);
  });
  await test.step("the beat, its delete dialog and the recorder", async () => {
    await page.goto(`/beats/${beat.id}`);
    await expect(page.getByRole("article")).toHaveCount(1);
    await expectHindi(page.getByRole("main"), names);
    await page.getByRole("button", { name: "बीट हटाएँ" }).click();
    await expectHindi(page.getByRole("dialog"), names);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "वर्स रिकॉर्ड करें" }).click();
    await expectHindi(page.getByRole("dialog"), names);
  });
  await test.step("the signed-in navigation bar", async () => {
    await page.goto("/search");
    for (const links of await page.getByRole("navigation").all())
      await expectHindi(links);
  });
});

/** Switches to Hindi with the button, then opens the page. */
async function openHindi(page: Page, path: string): Promise<Page> {
  await page.goto("/contact");
  await page.getByRole("button", { name: TO_HINDI }).click();
  await expect(page.getByRole("button", { name: TO_ENGLISH })).toBeVisible();
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  return page;
}

/** Expects no English words except the given names. */
async function expectHindi(
  place: Locator,
  names: readonly Person["username"][] = [],
): Promise<void> {
  await expect(place).toHaveText(/[\u0900-\u097F]/);
  await expect(async () => {
    let text = await place.evaluate(wordsOf);
    for (const name of names.toSorted((a, b) => b.length - a.length))
      text = text.replaceAll(new RegExp(escape(name), "gi"), "");
    const words = text.replaceAll(SAME_EVERYWHERE, "").match(/[a-z]{2,}/gi);
    expect(words ?? []).toEqual([]);
  }).toPass({ timeout: 60_000 });
}

/**
 * Runs in the page. Leaves out drawings, because their labels contain shortened
 * names, and the line of /home that leads to a cypher of any story.
 */
function wordsOf(element: Element): string {
  const copy = element.cloneNode(true) as Element; // the clone of an element is an element
  const others = copy.querySelectorAll("svg, style, a[href^='/cyphers/']");
  for (const other of others) other.remove();
  return copy.textContent;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
