import { type Page, expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { test } from "./story.ts";

test("plays one item at a time, keeps playing across pages and restarts after the end @core", async ({
  join,
  openAs,
  producer,
  rapper,
}) => {
  test.slow();
  const long = await makeBeat(producer, { file: "beat-97bpm-marker-5s.mp3" });
  // The verse is long enough to play during all checks below, even on a busy machine.
  await makeVerse(rapper, long.id, { file: "beat-97bpm-marker-5s.wav" });
  const verse = `${rapper.username} on "${long.title}"`;
  const page = await openAs(await join("listener"));
  const fetched: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/storage/")) fetched.push(request.url());
  });
  await page.goto(`/beats/${long.id}`);
  await expect(play(page, verse)).toBeVisible();

  await test.step("no audio is loaded before it is played", async () => {
    await expect(play(page, long.title)).toBeVisible();
    expect(fetched).toEqual([]);
  });
  await test.step("starting a second item stops the first", async () => {
    await page
      .getByRole("button", { name: `Loop ${long.title}`, exact: true })
      .click();
    await play(page, long.title).click();
    await expect(position(page, long.title)).toHaveAttribute(
      "aria-valuenow",
      "1",
    );
    await play(page, verse).click();
    await expect(pause(page, verse)).toBeVisible();
    await expect(play(page, long.title).first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Pause/ })).toHaveCount(2);
  });
  await test.step("the lock screen has the picture, the title and the name", async () => {
    await expect
      .poll(() => page.evaluate(shownOnLockScreen))
      .toEqual({ title: verse, artist: rapper.username, picture: [512, 512] });
  });
  await test.step("the position returns to the start at the end", async () => {
    await expect(page.getByRole("button", { name: /^Pause/ })).toHaveCount(0);
    await expect(position(page, verse)).toHaveAttribute("aria-valuenow", "0");
  });
  await test.step("the player stays open on other pages and links back", async () => {
    await play(page, long.title).first().click();
    await page
      .getByRole("navigation")
      .getByRole("link", { name: "Home" })
      .click();
    await expect(page).toHaveURL("/home");
    const player = page.getByRole("region", { name: "Now playing" });
    await expect(
      player.getByRole("button", { name: `Pause ${long.title}` }),
    ).toBeVisible();
    await player.getByRole("link", { name: long.title }).click();
    await expect(page).toHaveURL(`/beats/${long.id}`);
    await player.getByRole("button", { name: "Close player" }).click();
    await expect(player).toHaveCount(0);
  });
  await test.step("a list goes on with the next track, and back", async () => {
    const title = `First of two ${producer.username}`;
    await makeBeat(producer, { file: "beat-97bpm-marker-5s.mp3", title });
    await page.goto(`/profile/${producer.userId}`);
    const loop = page.getByRole("button", {
      name: `Loop ${title}`,
      exact: true,
    });
    await loop.click(); // so that the beat does not end before the next step
    await play(page, title).click();
    const player = page.getByRole("region", { name: "Now playing" });
    const next = player.getByRole("button", { name: "Next track" });
    await next.click();
    await expect(pause(page, long.title)).toBeVisible();
    await expect(next).toBeDisabled();
    await pause(page, long.title).click();
    await position(page, long.title).press("Home");
    await player.getByRole("button", { name: "Previous track" }).click();
    await expect(pause(page, title)).toBeVisible();
    await loop.click();
    await position(page, title).press("End");
    await expect(pause(page, long.title)).toBeVisible();
    await expect(position(page, title)).toHaveAttribute("aria-valuenow", "0");
  });
});

test("loops a beat without a gap, also with the silence that MP3 encoders add, and seeks in it", async ({
  producer,
  rapperPage: page,
}) => {
  const beat = await makeBeat(producer, {
    file: "../../../convex/testing/audio/odd/mp3-cbr-notag.mp3",
  });
  await page.addInitScript(keepRounds);
  await page.goto(`/beats/${beat.id}`);
  const place = position(page, beat.title);
  await page.getByRole("button", { name: `Loop ${beat.title}` }).click();
  await play(page, beat.title).first().click();
  for (let round = 0; round < 2; round++) {
    await expect(place).toHaveAttribute("aria-valuenow", "1");
    await expect(place).toHaveAttribute("aria-valuenow", "0");
  }
  await expect(pause(page, beat.title)).toBeVisible();
  await test.step("each round is as long as its two bars at 97 BPM", async () => {
    const rounds = await page.evaluate(
      () => (globalThis as { rounds?: Round[] }).rounds ?? [],
    );
    expect(rounds).toHaveLength(1);
    const [{ lengthMs, fileMs } = { lengthMs: 0, fileMs: 0 }] = rounds;
    expect(Math.abs(lengthMs - (8 * 60_000) / 97)).toBeLessThan(1);
    expect(fileMs).toBeGreaterThan(4_980);
  });
  await pause(page, beat.title).click();
  await place.press("End");
  await expect(place).toHaveAttribute("aria-valuenow", "4");
  await place.press("Home");
  await expect(place).toHaveAttribute("aria-valuenow", "0");
});

test("explains on the card that an audio file could not be loaded", async ({
  beat,
  rapperPage: page,
}) => {
  await page.route("**/api/storage/**", (route) => route.abort());
  await page.goto(`/beats/${beat.id}`);
  await play(page, beat.title).first().click();
  await expect(
    page.getByText(/^(Error loading|Unable to load) audio file$/),
  ).toBeVisible();
  await page.unroute("**/api/storage/**");
  await play(page, beat.title).first().click();
  await expect(pause(page, beat.title)).toBeVisible();
});

/**
 * Returns the button on the card. The mini-player has one too, later in the
 * page.
 */
function play(page: Page, title: string) {
  return page
    .getByRole("main")
    .getByRole("button", { name: `Play ${title}`, exact: true });
}

function pause(page: Page, title: string) {
  return page
    .getByRole("main")
    .getByRole("button", { name: `Pause ${title}`, exact: true });
}

function position(page: Page, title: string) {
  return page.getByRole("slider", {
    name: `Position in ${title}`,
    exact: true,
  });
}

interface Round {
  readonly lengthMs: number;
  readonly fileMs: number;
}

/** Runs in the page before the app does. Notes the loop of every sound that starts. */
function keepRounds(): void {
  interface Sources {
    start: (this: AudioBufferSourceNode, ...when: number[]) => void;
  }
  const sources: Sources = AudioBufferSourceNode.prototype;
  const { start } = sources;
  const rounds: Round[] = [];
  Object.assign(globalThis, { rounds });
  sources.start = function (...when) {
    start.apply(this, when);
    rounds.push({
      lengthMs: 1000 * (this.loopEnd - this.loopStart),
      fileMs: 1000 * (this.buffer?.duration ?? 0),
    });
  };
}

/**
 * Runs in the page. Returns what the media session shows, and the size of its picture in pixels.
 */
async function shownOnLockScreen() {
  const shown = navigator.mediaSession.metadata;
  const [artwork] = shown?.artwork ?? [];
  const image = new Image();
  image.src = artwork?.src ?? "";
  await image.decode().catch(() => undefined);
  const picture = [image.naturalWidth, image.naturalHeight];
  return { title: shown?.title, artist: shown?.artist, picture };
}
