/** Drives Chromium, and Firefox over WebDriver BiDi. */
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type LaunchOptions,
  type Page,
} from "puppeteer-core";
import type { EngineName } from "../../tools/scripts/engines.ts";
import type { Engine, Key, Size, Tab } from "./engine.ts";
import { finderScript, sent, type Target } from "./target.ts";

export class PuppeteerEngine implements Engine {
  readonly name: EngineName;
  readonly #browser: Browser;

  private constructor(name: EngineName, browser: Browser) {
    this.name = name;
    this.#browser = browser;
  }

  static async launch(
    name: EngineName,
    options: LaunchOptions,
  ): Promise<PuppeteerEngine> {
    const browser = await puppeteer.launch({
      defaultViewport: { width: 1280, height: 900 },
      timeout: 60_000,
      protocolTimeout: 120_000,
      ...options,
    });
    return new PuppeteerEngine(name, browser);
  }

  async openTab(): Promise<Tab> {
    const context = await this.#browser.createBrowserContext();
    return new PuppeteerTab(context, await context.newPage());
  }

  /** Opens a tab whose storage belongs to the profile, and outlives the browser. */
  async openLastingTab(): Promise<Tab> {
    const context = this.#browser.defaultBrowserContext();
    return new PuppeteerTab(context, await context.newPage());
  }

  /** Sends SIGKILL to the process of the browser, so nothing in it can clean up. */
  async kill(): Promise<void> {
    const program = this.#browser.process();
    if (program === null) throw new Error("The browser has no process.");
    const ended = once(program, "exit");
    program.kill("SIGKILL");
    await ended;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

class PuppeteerTab implements Tab {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #errors: string[] = [];

  constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
    page.on("pageerror", (error) => this.#errors.push(String(error)));
    page.on("dialog", (dialog) => void dialog.accept());
  }

  async resize(size: Size): Promise<void> {
    await this.#page.setViewport(size);
  }

  async goto(url: string): Promise<void> {
    await this.#page.goto(url, { timeout: 60_000 });
  }

  async reload(): Promise<void> {
    await this.#page.reload({ timeout: 60_000 });
  }

  async evaluate<Arg, Answer>(
    run: (arg: Arg) => Answer | Promise<Answer>,
    arg: Arg,
  ): Promise<Answer> {
    // Puppeteer's type wraps arguments that could be handles; these are JSON.
    const answer: unknown = await this.#page.evaluate(
      run as (arg: unknown) => unknown,
      arg,
    );
    return answer as Answer;
  }

  async hideFor(ms: number): Promise<void> {
    const other = await this.#context.newPage();
    await other.bringToFront();
    await pause(ms);
    await other.close();
    await this.#page.bringToFront();
  }

  async count(target: Target): Promise<number> {
    await this.#installFinder();
    return this.#page.evaluate(
      (wanted) => window.findTargets?.(wanted).length ?? 0,
      sent(target),
    );
  }

  async attribute(target: Target, name: string): Promise<string | null> {
    const element = await this.#one(target);
    return element.evaluate(
      (found, wanted) => found.getAttribute(wanted),
      name,
    );
  }

  async click(target: Target): Promise<void> {
    // Background tabs get no microphone and are not drawn.
    await this.#page.bringToFront();
    await this.#installFinder();
    const handle = await this.#page.evaluateHandle(
      (wanted) => window.touchTarget?.(wanted),
      sent(target),
    );
    await (handle as ElementHandle<HTMLElement>).click(); // touchTarget returns an element or throws
  }

  async fill(target: Target, text: string): Promise<void> {
    const element = await this.#one(target);
    await element.evaluate((field) => {
      if (field instanceof HTMLInputElement) field.select();
    });
    await element.type(text);
  }

  async choose(target: Target, option: string): Promise<void> {
    const element = await this.#one(target);
    await element.evaluate(
      (list, wanted) => window.chooseOption?.(list, wanted),
      option,
    );
  }

  async press(target: Target, key: Key): Promise<void> {
    const element = await this.#one(target);
    await element.press(key);
  }

  async upload(target: Target, file: string): Promise<void> {
    const element = await this.#one(target);
    // A file field's label resolves to the field.
    await (element as ElementHandle<HTMLInputElement>).uploadFile(file);
  }

  async screenshot(): Promise<Uint8Array> {
    await this.#page.bringToFront();
    return this.#page.screenshot();
  }

  async errors(): Promise<readonly string[]> {
    return this.#errors;
  }

  async close(): Promise<void> {
    await this.#context.close();
  }

  async #one(target: Target): Promise<ElementHandle<HTMLElement>> {
    await this.#installFinder();
    const handle = await this.#page.evaluateHandle(
      (wanted) => window.findTargets?.(wanted)[0] ?? null,
      sent(target),
    );
    const element = handle.asElement();
    if (!element) throw new Error(`Not found: ${JSON.stringify(sent(target))}`);
    return element as ElementHandle<HTMLElement>; // the finder returns only HTML elements
  }
  async #installFinder(): Promise<void> {
    const isThere = await this.#page.evaluate(() => "findTargets" in window);
    if (!isThere) await this.#page.evaluate(finderScript);
  }
}
