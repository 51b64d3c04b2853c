import { expect } from "@playwright/test";
import { makeBeat } from "./content.ts";
import { join } from "./people.ts";
import { fillSignIn } from "./screens.ts";
import { test } from "./story.ts";

/**
 * A host name that is not loopback, so the app looks as it does from another
 * machine on the network, over plain HTTP.
 */
const LAN_NAME = "gully-lan.test";

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const rules = `MAP ${LAN_NAME} 127.0.0.1,MAP localhost ^NOTFOUND`;
    const args = launchOptions.args ?? [];
    await use({
      ...launchOptions,
      args: [...args, `--host-resolver-rules=${rules}`],
    });
  },
});

test("works over plain HTTP except for recording, and explains why", async ({
  openAs,
  startOwnApp,
}) => {
  test.slow();
  const app = await startOwnApp({ HOST: "0.0.0.0" });
  const { mailUrl } = app;
  const lan = { url: `http://${LAN_NAME}:${app.port}`, mailUrl };
  const beat = await makeBeat(await join(app, "producer"), {
    file: "beat-97bpm-marker-5s.mp3",
  });

  await test.step("sign in, listen, vote, share", async () => {
    const listener = await join(app, "listener");
    const page = await openAs(null, lan);
    await page.goto("/login");
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await fillSignIn(page, listener);
    await expect(page).toHaveURL(`${lan.url}/home`);
    await page.goto(`/beats/${beat.id}`);
    await page.getByRole("button", { name: `Play ${beat.title}` }).click();
    const player = page.getByRole("region", { name: "Now playing" });
    await expect(player.getByText(/0:0[1-5]\/0:0[45]/)).toBeVisible();
    const vote = page.getByRole("button", { name: `Vote for ${beat.title}` });
    await vote.click();
    await expect(vote).toHaveAttribute("aria-pressed", "true");
    await page.getByRole("button", { name: `Share ${beat.title}` }).click();
    await expect(page.getByText("Link copied.")).toBeVisible();
    await page.close();
  });

  await test.step("the public page names no other address", async () => {
    const page = await openAs(null, lan);
    await page.goto(`/listen/beats/${beat.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const own = page.locator(`meta[property="og:url"]`);
    const address = `${lan.url}/listen/beats/${beat.id}`;
    await expect(own).toHaveAttribute("content", address);
    expect(await page.content()).not.toContain("//localhost");
    await page.close();
  });

  await test.step("recording", async () => {
    const rapper = await join(app, "rapper");
    const page = await openAs(rapper, lan);
    await page.goto(`/beats/${beat.id}`);
    const why = page.getByRole("note");
    await expect(why).toContainText("Recording needs https");
    await expect(why).toContainText(`http://localhost:${app.port}`);
    await expect(
      page.getByRole("button", { name: "Record verse" }),
    ).toHaveCount(0);
    await page.getByRole("button", { name: "हिन्दी में देखें" }).click();
    await expect(why).toContainText("रिकॉर्डिंग के लिए https चाहिए");
    await page.close();
  });
});
