import type { Page } from "playwright-core";

declare global {
  interface Window {
    tappedAtMs?: number;
    heardAtMs?: number;
  }
}

/** Presses the play key, and returns how long it takes until the audio advances. */
export async function msFromTapToSound(
  page: Page,
  key: string,
): Promise<number> {
  await page.evaluate((selector) => {
    const audio = document.querySelector("audio");
    document.querySelector(selector)?.addEventListener("click", () => {
      window.tappedAtMs = performance.now();
    });
    audio?.addEventListener("timeupdate", () => {
      if (audio.currentTime > 0) window.heardAtMs ??= performance.now();
    });
  }, key);
  await page.locator(key).click();
  await page.waitForFunction(() => window.heardAtMs !== undefined);
  return await page.evaluate(
    () => (window.heardAtMs ?? 0) - (window.tappedAtMs ?? 0),
  );
}
