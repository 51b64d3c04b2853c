/** Acts that several stories do on the same screens, by role and label only. */
import { type Locator, type Page, expect } from "@playwright/test";
import type { Details, Role } from "./people.ts";

export const roleNames: Record<Role, string> = {
  producer: "Producer",
  rapper: "Rapper",
  producer_rapper: "Producer & Rapper",
  listener: "Listener",
};

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

export async function fillSignIn(
  page: Page,
  credentials: Pick<Details, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Email").fill(credentials.email);
  await passwordField(page).fill(credentials.password);
  await page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
}

/** Not the button beside it, which is about the password as well. */
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

/** Opens the dialog on a beat's page, records until `until` shows, and stops. */
export async function recordTake(page: Page, until: string): Promise<Locator> {
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await expect(dialog.getByText(until)).toBeVisible();
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  return dialog;
}
