import { expect } from "@playwright/test";
import { beatAsStored } from "./content.ts";
import { test } from "./story.ts";

test("counts one vote when two tabs of one listener vote at once", async ({
  join,
  openAs,
  openBeside,
  producer,
  beat,
}) => {
  const first = await openAs(await join("listener"));
  const second = await openBeside(first);
  const pages = [first, second];
  const voteOn = (page: typeof first) =>
    page.getByRole("button", { name: `Vote for ${beat.title}` });
  for (const page of pages) {
    await page.goto(`/beats/${beat.id}`);
    await expect(voteOn(page)).toHaveAttribute("aria-pressed", "false");
  }
  await Promise.all(pages.map((page) => voteOn(page).click()));

  // If a tab sees the other tab's vote before its own click, the click takes the vote back.
  for (const page of pages) await expect(voteOn(page)).toBeEnabled();
  await expect(async () => {
    const stored = await beatAsStored(producer, beat.id);
    const shown = await Promise.all(
      pages.map((page) => voteOn(page).getAttribute("aria-pressed")),
    );
    const expected = stored?.voteCount === 1 ? "true" : "false";
    expect([0, 1]).toContain(stored?.voteCount);
    expect(shown).toEqual([expected, expected]);
  }).toPass();
});
