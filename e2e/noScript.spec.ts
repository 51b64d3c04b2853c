import { expect } from "@playwright/test";
import { test } from "./story.ts";

test.use({ javaScriptEnabled: false });

test("says on every page that JavaScript is needed, in both languages, below the header", async ({
  page,
}) => {
  for (const path of ["/signup", "/home", "/beats/some-beat"]) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    const reason = page.getByRole("heading", {
      name: "Gully Cypher needs JavaScript",
    });
    await expect(reason).toBeVisible();
    const header = page.getByText("Gully Cypher", { exact: true });
    const [above, below] = [
      await header.boundingBox(),
      await reason.boundingBox(),
    ];
    expect(above?.y).toBeLessThan(below?.y ?? 0);
    await expect(
      page.getByRole("heading", { name: "जावास्क्रिप्ट चाहिए" }),
    ).toBeVisible();
    // Text locators ignore the content of `noscript`.
    await expect(page.getByRole("main")).toMatchAriaSnapshot(
      "- paragraph: /Firefox 121/",
    );
  }
});
