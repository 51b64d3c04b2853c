/**
 * Drives WebKitGTK over W3C WebDriver. A driver supports one session only, so
 * each tab gets its own driver and browser.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  Builder,
  Capabilities,
  Key as SeleniumKey,
  type WebDriver,
  type WebElement,
} from "selenium-webdriver";
import { freePort } from "../../launcher/freePort.ts";
import type { BoundProcess } from "./boundProcess.ts";
import type { VirtualDesktop } from "./virtualDesktop.ts";
import type { Engine, Key, Size, Tab } from "./engine.ts";
import { finderScript, sent, type Target } from "./target.ts";

declare global {
  interface Window {
    uncaughtErrors?: string[];
  }
}

const SCRIPT_PATIENCE_MS = 60_000;

export class WebKitEngine implements Engine {
  readonly name = "webkit";
  readonly #desktop: VirtualDesktop;
  readonly #path: string;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(
    desktop: VirtualDesktop,
    path: string,
    env: Record<string, string>,
  ) {
    this.#desktop = desktop;
    this.#path = path;
    this.#env = env;
  }

  /**
   * Opens a display for the engine. Variables in `env` override those of the
   * desktop.
   */
  static async launch(
    desktop: VirtualDesktop,
    path: string,
    env: Record<string, string> = {},
  ): Promise<WebKitEngine> {
    const DISPLAY = await desktop.openDisplay();
    return new WebKitEngine(desktop, path, { DISPLAY, ...env });
  }

  async openTab(): Promise<Tab> {
    const port = await freePort(0);
    const args = [`--port=${port}`, "--host=127.0.0.1"];
    const driver = this.#desktop.start("WebKitWebDriver", args, this.#env);
    const url = `http://127.0.0.1:${port}`;
    await driver.ready(async () => (await fetch(`${url}/status`)).ok || null);
    return WebKitTab.open(driver, url, this.#path);
  }

  /** Does nothing: closing the desktop stops every driver. */
  async close(): Promise<void> {}
}

class WebKitTab implements Tab {
  readonly #process: BoundProcess;
  readonly #driver: WebDriver;
  readonly #errors: string[] = [];

  private constructor(process: BoundProcess, driver: WebDriver) {
    this.#process = process;
    this.#driver = driver;
  }

  static async open(
    process: BoundProcess,
    url: string,
    binary: string,
  ): Promise<WebKitTab> {
    const driver = await new Builder()
      .usingServer(url)
      .withCapabilities(
        new Capabilities({
          browserName: "MiniBrowser",
          unhandledPromptBehavior: "accept",
          "webkitgtk:browserOptions": {
            binary,
            args: [
              "--automation",
              "--enable-media-stream=true",
              "--autoplay-policy=allow",
            ],
          },
        }),
      )
      .build();
    await driver.manage().setTimeouts({ script: SCRIPT_PATIENCE_MS });
    await driver.manage().window().setRect({ width: 1280, height: 900 });
    return new WebKitTab(process, driver);
  }

  async resize({ width, height }: Size): Promise<void> {
    // The window is larger than the page by its toolbar.
    const frame = await this.evaluate(
      () => ({
        width: outerWidth - innerWidth,
        height: outerHeight - innerHeight,
      }),
      null,
    );
    await this.#driver
      .manage()
      .window()
      .setRect({
        width: width + frame.width,
        height: height + frame.height,
      });
  }

  async goto(url: string): Promise<void> {
    await this.#keepErrors();
    await this.#driver.get(url);
    await this.#driver.executeScript(watchErrors);
  }

  async reload(): Promise<void> {
    await this.#keepErrors();
    await this.#driver.navigate().refresh();
    await this.#driver.executeScript(watchErrors);
  }

  async evaluate<Arg, Answer>(
    run: (arg: Arg) => Answer | Promise<Answer>,
    arg: Arg,
  ): Promise<Answer> {
    const script =
      "const [arg, done] = arguments;" +
      `Promise.resolve(arg).then(${run.toString()}).then(` +
      "(answer) => done({ answer }), (error) => done({ error: String(error) }));";
    const { answer, error } = await this.#driver.executeAsyncScript<{
      answer: Answer;
      error?: string;
    }>(script, arg);
    if (error !== undefined) throw new Error(error);
    return answer;
  }

  async hideFor(ms: number): Promise<void> {
    const own = await this.#driver.getWindowHandle();
    await this.#driver.switchTo().newWindow("tab");
    await pause(ms);
    await this.#driver.close();
    await this.#driver.switchTo().window(own);
  }

  async count(target: Target): Promise<number> {
    await this.#installFinder();
    return this.#driver.executeScript<number>(
      "return window.findTargets(arguments[0]).length",
      sent(target),
    );
  }

  async attribute(target: Target, name: string): Promise<string | null> {
    const script = "return arguments[0].getAttribute(arguments[1])";
    return this.#driver.executeScript(script, await this.#one(target), name);
  }

  async click(target: Target): Promise<void> {
    await this.#installFinder();
    const script =
      "const [target, done] = arguments;" +
      "window.touchTarget(target).then(done, (error) => done(String(error)));";
    const element = await this.#driver.executeAsyncScript<WebElement | string>(
      script,
      sent(target),
    );
    if (typeof element === "string") throw new Error(element);
    await element.click();
  }

  async fill(target: Target, text: string): Promise<void> {
    const field = await this.#one(target);
    await field.clear();
    await field.sendKeys(text);
  }

  async choose(target: Target, option: string): Promise<void> {
    const script = "window.chooseOption(arguments[0], arguments[1])";
    await this.#driver.executeScript(script, await this.#one(target), option);
  }

  async press(target: Target, key: Key): Promise<void> {
    await (await this.#one(target)).sendKeys(keys[key]);
  }

  async upload(target: Target, file: string): Promise<void> {
    await (await this.#one(target)).sendKeys(file);
  }

  async screenshot(): Promise<Uint8Array> {
    return Buffer.from(await this.#driver.takeScreenshot(), "base64");
  }

  /**
   * Returns errors that the page recorded. WebDriver does not report any, so
   * errors during loading are missed.
   */
  async errors(): Promise<readonly string[]> {
    await this.#keepErrors();
    return this.#errors;
  }

  async close(): Promise<void> {
    try {
      await this.#driver.quit();
    } finally {
      await this.#process.stop();
    }
  }

  async #keepErrors(): Promise<void> {
    const script = "return window.uncaughtErrors?.splice(0) ?? []";
    this.#errors.push(...(await this.#driver.executeScript<string[]>(script)));
  }

  async #one(target: Target): Promise<WebElement> {
    await this.#installFinder();
    const element = await this.#driver.executeScript<WebElement | null>(
      "return window.findTargets(arguments[0])[0] ?? null",
      sent(target),
    );
    if (!element) throw new Error(`Not found: ${JSON.stringify(sent(target))}`);
    return element;
  }

  async #installFinder(): Promise<void> {
    const script = "return 'findTargets' in window";
    if (!(await this.#driver.executeScript<boolean>(script)))
      await this.#driver.executeScript(finderScript);
  }
}

const keys: Record<Key, string> = {
  Enter: SeleniumKey.ENTER,
  ArrowLeft: SeleniumKey.ARROW_LEFT,
  ArrowRight: SeleniumKey.ARROW_RIGHT,
  Home: SeleniumKey.HOME,
  End: SeleniumKey.END,
};

/** Runs in the page. */
function watchErrors(): void {
  const errors: string[] = [];
  window.uncaughtErrors = errors;
  window.addEventListener("error", ({ message }) => errors.push(message));
  window.addEventListener("unhandledrejection", ({ reason }) =>
    errors.push(`Unhandled rejection: ${String(reason)}`),
  );
}
