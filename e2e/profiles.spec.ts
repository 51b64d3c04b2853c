import { expect } from "@playwright/test";
import { choose } from "./screens.ts";
import { test } from "./story.ts";

test("shows an edited profile's new name in other open browsers @core", async ({
  join,
  openAs,
  producer,
  beat,
}) => {
  const renamed = `${producer.username}.new`;
  const own = await openAs(producer);
  const other = await openAs(await join("rapper"));
  await own.goto(`/profile/${producer.userId}`);
  await other.goto(`/beats/${beat.id}`);
  await expect(
    other.getByRole("link", { name: producer.username }).first(),
  ).toBeVisible();

  await own.getByRole("button", { name: "Edit" }).click();
  const dialog = own.getByRole("dialog");
  await dialog.getByLabel("Username").fill(renamed);
  await dialog.getByLabel("Instagram").fill("https://example.org/somebody");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(
    dialog.getByText("Enter an Instagram handle or an instagram.com link."),
  ).toBeVisible();
  await dialog.getByLabel("Instagram").fill("gully.cypher");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(own.getByText("Profile updated successfully!")).toBeVisible();
  await expect(dialog).toBeHidden();

  await expect(
    other.getByRole("link", { name: renamed }).first(),
  ).toBeVisible();
  await expect(
    own.getByRole("link", { name: `${renamed} on Instagram` }),
  ).toHaveAttribute("href", "https://instagram.com/gully.cypher");
});

test("lets only the owner edit a profile", async ({
  producer,
  rapperPage: page,
}) => {
  await page.goto(`/profile/${producer.userId}`);
  await expect(
    page.getByRole("heading", { name: producer.username }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit" })).toHaveCount(0);
});

test("finds artists by part of the name in any case, and by role", async ({
  rapper,
  listenerPage: page,
}) => {
  await page.goto("/search");
  await page
    .getByLabel("Search by username")
    .fill(rapper.username.slice(3).toUpperCase());
  const found = page.getByRole("link", { name: rapper.username });
  await expect(found).toBeVisible();

  const roles = page.getByRole("combobox", { name: "Role" });
  await expect(roles.getByRole("option")).toHaveText([
    "All roles",
    "Producer",
    "Rapper",
    "Producer & Rapper",
  ]);
  await choose(page, "Role", "Producer");
  await expect(page.getByText("No artists found")).toBeVisible();
});
