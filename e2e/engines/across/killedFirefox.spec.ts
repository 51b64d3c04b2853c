/**
 * Firefox is killed in the middle of a take, and started again with the same profile. The story
 * `killedBrowser` does the same with Chromium. WebKit under automation keeps nothing between two
 * starts.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { makeBeat } from "../../content.ts";
import { storedSession } from "../../people.ts";
import { launchLastingFirefox } from "../launchEngine.ts";
import { Screen } from "../screen.ts";
import { button, recordFor, startTake } from "../steps.ts";
import { test } from "../story.ts";
import { VirtualDesktop } from "../virtualDesktop.ts";

test("a take that the killed browser was recording is offered at the next start", async ({
  app,
  engineNames,
  join,
}) => {
  test.skip(!engineNames.includes("firefox"), "Firefox is missing.");
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const rapper = await join("rapper");
  const profile = await mkdtemp(joinPath(tmpdir(), "gully-firefox-"));
  const desktop = await VirtualDesktop.open();
  try {
    const first = await launchLastingFirefox(desktop, profile);
    const screen = new Screen(await first.openLastingTab(), app.url);
    await screen.open("/robots.txt");
    await screen.tab.evaluate(
      (entries) => {
        for (const { name, value } of entries)
          localStorage.setItem(name, value);
      },
      storedSession(app, rapper),
    );
    await screen.open(`/beats/${beat.id}`);
    await screen.click(button("Record verse"));
    await startTake(screen);
    await recordFor(screen, 6);
    await first.kill();

    const second = await launchLastingFirefox(desktop, profile);
    const again = new Screen(await second.openLastingTab(), app.url);
    await again.open(`/beats/${beat.id}`);
    await again.click(button("Recover take"));
    await again.see({ text: "Your take is ready" });
    await again.see({ text: /^0:00\/0:(0[3-9]|[1-5][0-9])$/ });
    await second.close();
  } finally {
    await desktop.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
