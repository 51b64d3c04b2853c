import { type Locator, expect } from "@playwright/test";
import { beatFacts } from "../convex/shared/beatFacts.ts";
import { chooseRole } from "./screens.ts";
import { test } from "./story.ts";

/**
 * Lists name, type and autocomplete of each field, which is what password
 * managers look at.
 */
async function fieldsOf(form: Locator): Promise<string[]> {
  await expect(form).toBeVisible();
  return form
    .locator("input:not([type=radio]), select, textarea")
    .evaluateAll((fields) =>
      fields.map((field) =>
        ["name", "type", "autocomplete"]
          .map((name) => field.getAttribute(name) ?? "-")
          .join(" "),
      ),
    );
}

const EMAIL = "email email username";

test("marks the fields of account forms for password managers", async ({
  openAs,
}) => {
  const page = await openAs(null);
  const form = page.getByRole("main").locator("form");
  await page.goto("/login");
  expect(await fieldsOf(form)).toEqual([
    EMAIL,
    "password password current-password",
  ]);

  await page.goto("/signup");
  await expect(form).toBeVisible();
  await chooseRole(page, "rapper");
  expect(await fieldsOf(form)).toEqual([
    EMAIL,
    "password password new-password",
    "nickname - nickname",
    "state - address-level1",
    "instagram - off",
    "youtube - off",
  ]);

  await page.goto("/forgot-password");
  expect(await fieldsOf(form)).toEqual([EMAIL]);
});

test("tells password managers which account a reset is for without showing it", async ({
  openAs,
}) => {
  const page = await openAs(null);
  const form = page.getByRole("main").locator("form");
  const passwords = [
    "password password new-password",
    "confirmation password new-password",
  ];
  await page.goto("/reset-password?code=x&email=Asha@example.org");
  expect(await fieldsOf(form)).toEqual([EMAIL, ...passwords]);
  const account = form.locator("[autocomplete=username]");
  await expect(account).toHaveValue("asha@example.org");
  await expect(page.getByRole("textbox", { name: /password/i })).toHaveCount(2);
  await expect(page.getByRole("textbox")).toHaveCount(2);
  await page.keyboard.press("Tab");
  await expect(account).not.toBeFocused();

  await page.goto("/reset-password?code=x&email=no-address");
  expect(await fieldsOf(form)).toEqual(passwords);
});

test("marks no other form as an account form", async ({ join, openAs }) => {
  const person = await join("producer_rapper");
  const page = await openAs(person);
  await page.goto("/upload");
  const fields = await fieldsOf(page.getByRole("form"));
  const names = fields.map((field) => field.split(" ")[0]);
  expect(names).toEqual(["file", ...Object.keys(beatFacts)]);
  expect(fields).toEqual(
    expect.arrayContaining([
      "title - off",
      "genre - off",
      "bpm number off",
      "tags text off",
      "file file -",
    ]),
  );
  expect(fields.filter((field) => !field.endsWith(" off"))).toEqual([
    "file file -",
  ]);
  await page.goto("/search");
  expect(await fieldsOf(page.getByRole("search"))).toEqual([
    "search search off",
    "state - off",
    "role - off",
  ]);
  await page.goto(`/profile/${person.userId}`);
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await fieldsOf(page.getByRole("dialog").locator("form"))).toEqual([
    "nickname - nickname",
    "bio - off",
    "instagram - off",
    "youtube - off",
  ]);
});
