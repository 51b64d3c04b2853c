import { expect } from "@playwright/test";
import { test } from "./story.ts";

test.use({ javaScriptEnabled: false });

test("says on every page that JavaScript is needed, in both languages", async ({
  page,
}) => {
  for (const path of ["/signup", "/home", "/beats/some-beat"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(
      page.getByRole("heading", { name: "Gully Cypher needs JavaScript" }),
    ).toBeVisible();
    await expect(
      page.getByRole("heading", { name: "जावास्क्रिप्ट चाहिए" }),
    ).toBeVisible();
    // Text locators ignore the content of `noscript`.
    await expect(page.getByRole("main")).toMatchAriaSnapshot(
      "- paragraph: /Firefox 121/",
    );
  }
});
