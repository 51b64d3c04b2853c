import { expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { expectAccessible, inBothSchemes } from "./expectAccessible.ts";
import { linkMailedTo } from "./mail.ts";
import { newDetails } from "./people.ts";
import {
  fillSignIn,
  fillSignUp,
  followConfirmLink,
  submitSignUp,
} from "./screens.ts";
import { test } from "./story.ts";

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

test.describe("on a phone, without an account", () => {
  test.use({ contextOptions: PHONE });

  test("plays at the tap, names the credit and leads to the recorder @core", async ({
    app,
    openAs,
    producer,
    rapper,
  }) => {
    const beat = await makeBeat(producer, {
      file: "beat-97bpm-cbr192-stereo-44k-id3art.mp3",
    });
    const verseId = await makeVerse(rapper, beat.id);
    const page = await openAs(null);
    const answer = await page.goto(`/listen/beats/${beat.id}`);
    expect(answer?.status()).toBe(200);
    await expect(
      page.getByRole("heading", { level: 1, name: beat.title }),
    ).toBeVisible();
    await expect(
      page.getByRole("link", { name: producer.username }),
    ).toBeVisible();
    await expect(page.getByText("What you may do with it")).toBeVisible();

    await page.getByRole("button", { name: `Play ${beat.title}` }).tap();
    await page.waitForFunction(
      () => (document.querySelector("audio")?.currentTime ?? 0) > 0,
    );
    await page.getByRole("button", { name: `Pause ${beat.title}` }).click();
    await expect(
      page.getByRole("button", { name: `Play ${beat.title}` }),
    ).toBeVisible();

    // From the verse, recording is two steps away: this link, then the form.
    const heard = page.getByRole("link", { name: rapper.username });
    await expect(heard.locator("bdi")).toHaveCSS(
      "text-decoration-line",
      "underline",
    );
    const turned = (link: Element) => getComputedStyle(link, "::after").rotate;
    expect(await heard.evaluate(turned)).toBe("45deg");
    await heard.click();
    await expect(page).toHaveURL(`/listen/verses/${verseId}`);
    await page.getByRole("link", { name: "Record on this beat" }).click();
    const newcomer = newDetails("rapper");
    await fillSignUp(page, newcomer);
    await submitSignUp(page);
    await expect(page).toHaveURL("/activate");
    const beside = await page.context().newPage();
    const link = await linkMailedTo(app.mailUrl, newcomer.email, "/activate");
    await followConfirmLink(beside, link, newcomer);
    // The link in the mail opens another tab. A person may keep either of them, so
    // both lead to the beat.
    for (const tab of [page, beside]) {
      await expect(tab).toHaveURL(`/beats/${beat.id}`);
      await expect(
        tab.getByRole("button", { name: "Record verse" }),
      ).toBeVisible();
    }
  });

  test("is at home at 320 pixels, in both languages and colours, with any title", async ({
    openAs,
    producer,
  }) => {
    const titles = [
      "😀".repeat(50),
      "W".repeat(100),
      "मेरी गली की लंबी कहानी जो ख़त्म नहीं होती और आगे चलती रहती है",
    ];
    const page = await openAs(null);
    for (const title of titles) {
      const beat = await makeBeat(producer, { title });
      for (const language of ["en", "hi"]) {
        await page.setViewportSize({ width: 320, height: 568 });
        await page.goto(`/listen/beats/${beat.id}?lang=${language}`);
        const width = () =>
          page.evaluate(() => document.documentElement.scrollWidth);
        expect(await width()).toBe(320);
        await inBothSchemes(page, () => expectAccessible(page));
      }
    }
    await page.goto(`/listen/artists/${producer.username}`);
    await expectAccessible(page);
    await page.goto("/listen/beats/nothing");
    await expectAccessible(page);
  });
});

test("plays without JavaScript, with the browser's own controls", async ({
  browser,
  app,
  beat,
}) => {
  const context = await browser.newContext({
    baseURL: app.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto(`/listen/beats/${beat.id}`);
  await expect(page.locator("audio[controls]")).toBeVisible();
  await expect(page.locator(".deck")).toBeHidden();
  const source = await page.locator("audio[controls]").getAttribute("src");
  const answer = await page.request.get(source ?? "", {
    headers: { range: "bytes=0-99" },
  });
  expect(answer.status()).toBe(206);
  expect(answer.headers()["content-type"]).toBe("audio/mpeg");
  await context.close();
});

test("plays with the browser's own controls where the player's script fails", async ({
  openAs,
  beat,
}) => {
  const page = await openAs(null);
  await page.addInitScript(() =>
    Object.assign(Element.prototype, { toggleAttribute: undefined }),
  );
  await page.goto(`/listen/beats/${beat.id}`);
  await expect(page.locator("audio[controls]")).toBeVisible();
  await expect(page.locator(".deck")).toBeHidden();
});

test("the keyboard plays, seeks and reaches every link", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"), {
    file: "beat-97bpm-marker-5s.mp3",
  });
  const page = await openAs(null);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  await page.goto(`/listen/beats/${beat.id}`);
  await page.keyboard.press("k");
  await expect(
    page.getByRole("button", { name: `Pause ${beat.title}` }),
  ).toBeVisible();
  await page.keyboard.press("k");
  const place = page.getByRole("slider", { name: `Position in ${beat.title}` });
  await place.focus();
  await page.keyboard.press("End");
  // The last sample of an MP3 file may lie a moment before its stated length.
  await expect(place).toHaveAttribute("aria-valuetext", /^0:0[45] of 0:05$/);
  await page.keyboard.press("Home");
  await expect(place).toHaveAttribute("aria-valuetext", "0:00 of 0:05");
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("link", { name: "Record on this beat" }),
  ).toBeFocused();
  // The policy of the page allows everything that the page itself does.
  expect(problems).toEqual([]);
});

test("turns a loud sound down, unless this browser plays everything as it is", async ({
  openAs,
  producer,
}) => {
  const beat = await makeBeat(producer, {
    loudness: { lufs: -8, truePeakDbtp: -1 },
  });
  const page = await openAs(producer);
  const volume = () =>
    page.locator("audio").evaluate((audio: HTMLAudioElement) => audio.volume);
  await page.goto(`/listen/beats/${beat.id}`);
  await page.getByRole("button", { name: `Play ${beat.title}` }).click();
  expect(await volume()).toBeCloseTo(0.501, 2);

  await page.goto(`/beats/${beat.id}`);
  await page
    .getByRole("main")
    .getByRole("button", { name: `Play ${beat.title}` })
    .click();
  await page.getByRole("button", { name: "Equal loudness" }).click();
  await page.goto(`/listen/beats/${beat.id}`);
  await page.getByRole("button", { name: `Play ${beat.title}` }).click();
  expect(await volume()).toBe(1);
});

test("someone who is signed in goes straight to the beat", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/listen/beats/${beat.id}`);
  await page.getByRole("link", { name: "Record on this beat" }).click();
  await expect(page).toHaveURL(`/beats/${beat.id}`);
  await page.goto(`/listen/beats/${beat.id}`);
  await page.getByRole("link", { name: "Open in Gully Cypher" }).click();
  await expect(page).toHaveURL(`/beats/${beat.id}`);
});

test("signing in leads back to the beat", async ({ join, openAs, beat }) => {
  const listener = await join("listener");
  const page = await openAs(null);
  await page.goto(`/listen/beats/${beat.id}`);
  await page.getByRole("link", { name: "Sign in" }).click();
  await fillSignIn(page, listener);
  await expect(page).toHaveURL(`/beats/${beat.id}`);
});

test("programs get pages, site maps and robots.txt from the app's own address", async ({
  app,
  beat,
}) => {
  const ask = (path: string) =>
    fetch(app.url + path, {
      headers: { accept: "*/*", "user-agent": "WhatsApp/2.24.6.77 A" },
    });
  const page = await ask(`/listen/beats/${beat.id}`);
  const text = await page.text();
  expect(text).toContain(
    `property="og:url" content="${app.url}/listen/beats/${beat.id}"`,
  );
  const audio = /property="og:audio" content="([^"]*)"/.exec(text)?.[1] ?? "";
  const file = await fetch(audio, { method: "HEAD" });
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("audio/mpeg");
  const picture = /property="og:image" content="([^"]*)"/.exec(text)?.[1] ?? "";
  expect(picture).toBe(`${app.url}/listen/beats/${beat.id}/preview.png`);
  // On a busy machine, some of the requests may at first get the site's picture instead of the
  // beat's.
  await expect(async () => {
    const together = Array.from({ length: 8 }, () => expectOwnPicture(picture));
    expect(new Set(await Promise.all(together)).size).toBe(1);
  }).toPass();
  for (const path of ["/listen/beats/nothing", "/listen/x", "/listen/%"])
    expect((await ask(path)).status).toBe(404);
  expect(await (await ask("/robots.txt")).text()).toContain(
    `Sitemap: ${app.url}/sitemap.xml`,
  );
  const index = await (await ask("/sitemap.xml")).text();
  const maps = [...index.matchAll(/<loc>([^<]*)/g)].map(([, url = ""]) => url);
  const all = await Promise.all(
    maps.map(async (url) => (await fetch(url)).text()),
  );
  expect(all.join("")).toContain(`${app.url}/listen/beats/${beat.id}<`);
});

/**
 * Reads a link preview's picture as chat apps do. The address must not redirect to the site's own
 * picture. Returns the picture's ETag.
 */
async function expectOwnPicture(url: string): Promise<string | null> {
  const answer = await fetch(url, { redirect: "error" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("image/png");
  const bytes = await answer.arrayBuffer();
  expect(Number(answer.headers.get("content-length"))).toBe(bytes.byteLength);
  expect(bytes.byteLength).toBeLessThan(300_000);
  const header = new DataView(bytes);
  expect([header.getUint32(16), header.getUint32(20)]).toEqual([1200, 630]);
  return answer.headers.get("etag");
}
