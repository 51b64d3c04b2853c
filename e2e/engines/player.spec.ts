import { expect } from "@playwright/test";
import { makeBeat } from "../content.ts";
import type { Screen } from "./screen.ts";
import { test } from "./story.ts";

test("plays again from the start after the end", async ({ join, openAs }) => {
  const beat = await makeBeat(await join("producer"), {
    file: "beat-97bpm-short-2s.mp3",
  });
  const screen = await openAs(await join("listener"));
  const play = {
    role: "button",
    name: `Play ${beat.title}`,
    within: { role: "main" },
  } as const;
  await screen.open(`/beats/${beat.id}`);
  await screen.see(play);
  await followPosition(screen, `Position in ${beat.title}`);
  for (let round = 1; round <= 3; round++) {
    await screen.click(play);
    await seePasses(screen, round);
    await screen.see(play);
  }
});

/**
 * Lets the page keep every position its slider shows. Looking from outside
 * would miss a position on a busy machine.
 */
async function followPosition(screen: Screen, label: string): Promise<void> {
  await screen.tab.evaluate((name) => {
    const slider = document.querySelector(
      `main [role="slider"][aria-label="${name}"]`,
    );
    if (!slider) throw new Error(`no slider is called ${name}`);
    const positions: string[] = [];
    new MutationObserver(() => {
      positions.push(slider.getAttribute("aria-valuenow") ?? "");
    }).observe(slider, { attributeFilter: ["aria-valuenow"] });
    Object.assign(globalThis, { positions });
  }, label);
}

/** Waits until playback has gone back to the start `passes` times, each after at least a second. */
async function seePasses(screen: Screen, passes: number): Promise<void> {
  await expect(async () => {
    const positions = await screen.tab.evaluate(
      () => (globalThis as { positions?: string[] }).positions ?? [],
      null,
    );
    const isReturn = (position: string, index: number) =>
      position === "0" && Number(positions[index - 1]) >= 1;
    const returns = positions.filter(isReturn).length;
    expect(returns, `positions were ${positions.join(" ")}`).toBe(passes);
  }).toPass({ timeout: 60_000 });
}
