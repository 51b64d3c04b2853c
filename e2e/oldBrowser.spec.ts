import { expect } from "@playwright/test";
import { test } from "./story.ts";

const LACKS = {
  ":has": () => {
    const { supports } = CSS;
    CSS.supports = (condition: string, value?: string) =>
      !condition.includes(":has") &&
      (value === undefined ? supports(condition) : supports(condition, value));
  },
  "cascade layers": () => {
    Reflect.deleteProperty(window, "CSSLayerBlockRule");
  },
  "every newer test": () => {
    Reflect.deleteProperty(window, "CSS");
  },
};

for (const [lack, take] of Object.entries(LACKS)) {
  test(`says on each page which browser it needs without ${lack}`, async ({
    openAs,
  }) => {
    const page = await openAs(null);
    await page.addInitScript(take);
    for (const path of ["/", "/signup", "/beats/none"]) {
      await page.goto(path);
      await expect(
        page.getByRole("heading", {
          name: "This browser is too old for Gully Cypher",
        }),
      ).toBeVisible();
      await expect(page.getByText("Chrome 108")).toBeVisible();
      // Neither the app nor the prerendered landing page is visible.
      await expect(page.getByRole("banner")).toHaveCount(0);
      await expect(page.getByRole("link")).toHaveCount(0);
    }
  });
}

test.describe("for a visitor who reads Hindi", () => {
  test.use({ locale: "hi-IN" });

  test("explains an old browser in Hindi", async ({ openAs }) => {
    const page = await openAs(null);
    await page.addInitScript(LACKS[":has"]);
    await page.goto("/");
    await expect(
      page.getByRole("heading", {
        name: "यह ब्राउज़र गली साइफ़र के लिए बहुत पुराना है",
      }),
    ).toBeVisible();
  });
});
