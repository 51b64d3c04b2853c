/**
 * A tab as a person uses it: every operation waits for its target, then acts.
 */
import { expect } from "@playwright/test";
import type { Key, Tab } from "./engine.ts";
import type { Target } from "./target.ts";

/** Generous, because the machine may be busy. */
const patience = { timeout: 60_000, intervals: [50, 100, 200, 400] };

export class Screen {
  readonly tab: Tab;
  readonly #baseUrl: string;

  constructor(tab: Tab, baseUrl: string) {
    this.tab = tab;
    this.#baseUrl = baseUrl;
  }

  /** Opens a URL, or a path of the app. */
  async open(address: string): Promise<void> {
    await this.tab.goto(new URL(address, this.#baseUrl).href);
  }

  /** Waits until the target is there. */
  async see(target: Target): Promise<void> {
    await expect(async () => {
      if ((await this.tab.count(target)) === 0)
        throw new Error(await this.#missed(target));
    }).toPass(patience);
  }

  /** Waits until the target is gone. */
  async seeNo(target: Target): Promise<void> {
    await expect(async () => {
      const there = `still there: ${describe(target)}`;
      expect(await this.tab.count(target), there).toBe(0);
    }).toPass(patience);
  }

  /**
   * Waits until an attribute of the target (such as `aria-valuenow`) has a
   * wanted value.
   */
  async seeAttribute(
    target: Target,
    name: string,
    isWanted: (value: string | null) => boolean,
  ): Promise<void> {
    await expect(async () => {
      const value = await this.tab.attribute(target, name);
      const at = `${name} of ${describe(target)} is ${value}`;
      expect(isWanted(value), at).toBe(true);
    }).toPass(patience);
  }

  /** Waits until the page has this path. */
  async seePath(wanted: string | RegExp): Promise<void> {
    await expect(async () => {
      const path = await this.path();
      if (typeof wanted === "string") expect(path).toBe(wanted);
      else expect(path).toMatch(wanted);
    }).toPass(patience);
  }

  /**
   * Resizes the page to a phone. WebKit stays wider: MiniBrowser's toolbar
   * needs 447 pixels.
   */
  async becomePhone(): Promise<void> {
    await this.tab.resize({ width: 390, height: 844 });
  }

  /** Expects that the page does not scroll sideways. */
  async seeThatAllFits(): Promise<void> {
    const tooWidePixels = await this.tab.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
      null,
    );
    expect(tooWidePixels).toBeLessThanOrEqual(0);
  }

  path(): Promise<string> {
    return this.tab.evaluate(() => window.location.pathname, null);
  }

  async click(target: Target): Promise<void> {
    await this.#act(target, () => this.tab.click(target));
  }

  async fill(target: Target, text: string): Promise<void> {
    await this.#act(target, () => this.tab.fill(target, text));
  }

  async choose(target: Target, option: string): Promise<void> {
    await this.#act(target, () => this.tab.choose(target, option));
  }

  async press(target: Target, key: Key): Promise<void> {
    await this.#act(target, () => this.tab.press(target, key));
  }

  async upload(target: Target, file: string): Promise<void> {
    await this.#act(target, () => this.tab.upload(target, file));
  }

  /**
   * Retries until `act` succeeds. That is safe because a failed action has no
   * effect: its target was missing or covered.
   */
  async #act(target: Target, act: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await act().catch(async (error: unknown) => {
        throw new Error(`${String(error)} ${await this.#missed(target)}`);
      });
    }).toPass(patience);
  }

  async #missed(target: Target): Promise<string> {
    const shown = await this.tab.evaluate(() => document.body.innerText, null);
    const page = shown.replace(/\s+/g, " ").slice(-600);
    return `Wanted: ${describe(target)}. The page says: ${page}`;
  }
}

function describe(target: Target): string {
  return JSON.stringify(target, (_, value: unknown) =>
    value instanceof RegExp ? String(value) : value,
  );
}
