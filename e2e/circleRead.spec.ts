/**
 * What a screen reader reads out of the bell, of followed people and of fresh ears, and in which
 * order.
 */
import { expect } from "@playwright/test";
import { makeBeat, makeVerse } from "./content.ts";
import { test } from "./story.ts";

test("bell, followed people and fresh ears are read out with names, in order", async ({
  openAs,
  join,
  producer,
  rapper,
  beat,
}) => {
  const page = await openAs(producer);
  const main = page.getByRole("main");
  await page.goto(`/profile/${rapper.userId}`);
  const follow = main.getByRole("button", { name: "Follow", exact: true });
  await expect(follow).toHaveAttribute("aria-pressed", "false");
  await follow.click();
  const followed = main.getByRole("button", { name: "Following" });
  await expect(followed).toHaveAttribute("aria-pressed", "true");
  await makeVerse(rapper, beat.id);

  await test.step("/bell", async () => {
    const bell = page.getByRole("banner").getByRole("link", { name: /^Bell/ });
    await expect(bell).toHaveAccessibleName("Bell, 1 new");
    await bell.click();
    await expect(bell).toHaveAttribute("aria-current", "page");
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Bell" [level=1]
        - paragraph:
          - link "New from 1 person you follow"
        - list:
          - listitem:
            - link "${rapper.username} rapped on your beat \\"${beat.title}\\". New"
            - time
    `);
  });

  await test.step("/following", async () => {
    await main.getByRole("link", { name: /^New from/ }).click();
    await expect(main).toMatchAriaSnapshot(`
      - main:
        - heading "Following" [level=1]
        - region "${rapper.username}":
          - heading "${rapper.username}" [level=2]:
            - link "${rapper.username}"
          - article "${rapper.username} on \\"${beat.title}\\""
    `);
  });

  await test.step("/fresh", async () => {
    const listener = await openAs(await join("listener"));
    await makeBeat(producer, { title: "Read Aloud" });
    await listener.goto("/fresh");
    const fresh = listener.getByRole("main");
    await expect(fresh.getByRole("article")).toHaveCount(1);
    await expect(fresh).toMatchAriaSnapshot(`
      - main:
        - heading "Fresh Ears" [level=1]
        - paragraph: Hardly anybody has heard these yet. Fifteen seconds count.
        - article
        - button "Follow"
        - status
        - button "Back" [disabled]
        - status: /1 of \\d+/
        - button "Next"
    `);
  });
});
