/**
 * Actions that several tests share. They find elements by role and label only.
 */
import { type Locator, type Page, expect } from "@playwright/test";
import type { Details, Role } from "./people.ts";

const roleNames: Record<Role, string> = {
  producer: "Producer",
  rapper: "Rapper",
  producer_rapper: "Producer & Rapper",
  listener: "Listener",
};

/**
 * Goes to another page without loading it: in a browser without storage, a load ends the session.
 */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, "", to);
    window.dispatchEvent(new PopStateEvent("popstate"));
  }, path);

export async function fillSignUp(page: Page, details: Details): Promise<void> {
  await page.getByLabel("Email").fill(details.email);
  await passwordField(page).fill(details.password);
  await page.getByLabel("Username").fill(details.username);
  await chooseRole(page, details.role);
  if (details.state !== "") await choose(page, "State", details.state);
}

export async function chooseRole(page: Page, role: Role): Promise<void> {
  await page.getByRole("radio", { name: roleNames[role], exact: true }).check();
}

export async function submitSignUp(page: Page): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: "Create an account" })
    .click();
}

/** Opens the mailed link and confirms the account that it shows. */
export async function followConfirmLink(
  page: Page,
  link: string,
  { username, email }: Pick<Details, "username" | "email">,
): Promise<void> {
  await page.goto(link);
  const main = page.getByRole("main");
  await expect(main.getByText(username, { exact: true })).toBeVisible();
  await expect(main.getByText(email, { exact: true })).toBeVisible();
  await main.getByRole("button", { name: "Confirm", exact: true }).click();
}

export async function fillSignIn(
  page: Page,
  credentials: Pick<Details, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(credentials.email);
  await passwordField(page).fill(credentials.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

/**
 * Excludes the button that shows the password, whose label also contains the
 * word.
 */
export function passwordField(page: Page): Locator {
  return page.getByRole("textbox", { name: "Password" });
}

export async function choose(
  page: Page,
  label: string,
  option: string,
): Promise<void> {
  const list = page.getByRole("combobox", { name: label });
  await list.selectOption({ label: option });
}

export interface BeatForm {
  readonly title: string;
  readonly genre: string;
  readonly bpm: number;
}

export async function fillBeat(page: Page, beat: BeatForm): Promise<void> {
  await page.getByLabel("Title").fill(beat.title);
  await choose(page, "Genre", beat.genre);
  await page.getByLabel("BPM").fill(String(beat.bpm));
}

export async function submitBeat(page: Page): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: "Upload Beat" })
    .click();
}

/** Opens the recorder on a beat page. Returns its dialog. */
export async function openRecorder(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Record verse" }).click();
  return page.getByRole("dialog");
}

/**
 * Opens the dialog on a beat page, records for at least `seconds`, and stops.
 */
export async function recordTake(
  page: Page,
  seconds: number,
): Promise<Locator> {
  const dialog = await openRecorder(page);
  await makeTake(dialog, seconds);
  return dialog;
}

/** Presses the record key, and skips the check that new devices are offered. */
export async function startTake(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Start recording" }).click();
  const skip = dialog.getByRole("button", { name: "Skip" });
  const begun = dialog
    .getByRole("button", { name: "Stop recording" })
    .or(dialog.getByText(/^(Opening the microphone|Get ready)/))
    .or(dialog.getByText(/^Could not access microphone/)); // shown at once if the microphone is refused
  await expect(skip.or(begun).first()).toBeVisible();
  if (await skip.isVisible()) await skip.click();
}

/** Opens the check of headphones, level and sync in the open recorder. */
export async function openCheck(dialog: Locator): Promise<void> {
  await dialog.getByText("Section and mic check").click();
  await dialog.getByRole("button", { name: /^Check headphones/ }).click();
}

/** Opens the part of a finished take that has its timing, levels and file. */
export async function openMore(dialog: Locator): Promise<void> {
  await dialog.getByText(/^More:/).click();
}

/** Records for at least `seconds` in the open recorder, and stops. */
export async function makeTake(
  dialog: Locator,
  seconds: number,
): Promise<void> {
  await startTake(dialog);
  await recordedAtLeast(dialog, seconds);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
}

/** Records a further take after another one. */
export async function recordAnother(
  dialog: Locator,
  seconds: number,
): Promise<void> {
  await dialog.getByRole("button", { name: "Record Again" }).click();
  await makeTake(dialog, seconds);
}

/** Waits until the tray says that the verse is on the server, and closes that note. */
export async function expectSent(page: Page): Promise<void> {
  const sent = page.getByRole("region", { name: "Verse uploaded" });
  await expect(sent).toBeVisible();
  await sent.getByRole("button", { name: "Close" }).click();
  await expect(sent).toHaveCount(0);
}

/**
 * Waits until the running take has at least this length. It accepts later
 * values too, because a busy machine may skip a second on the timer.
 */
export async function recordedAtLeast(
  dialog: Locator,
  seconds: number,
): Promise<void> {
  await expect
    .poll(async () => {
      const text = await dialog.getByRole("timer").innerText();
      const [, minutes, rest] = /^\s*(\d+):(\d\d)/.exec(text) ?? [];
      return Number(minutes) * 60 + Number(rest);
    })
    .toBeGreaterThanOrEqual(seconds);
}

/** Ends the cypher of this page, and confirms the question. */
export async function endCypher(page: Page): Promise<void> {
  const name = "End the cypher";
  await page.getByRole("button", { name }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name }).click();
  await expect(dialog).toHaveCount(0);
}

/** The key that opens the menu of a verse. */
export function moreKey(page: Page, rapper: string): Locator {
  return page.getByRole("button", { name: `More for the verse by ${rapper}` });
}
