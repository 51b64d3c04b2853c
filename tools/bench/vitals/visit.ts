/** Visits a page once, with a cold cache and a slowed processor and network. */
import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
} from "playwright-core";
import { setTimeout as pause } from "node:timers/promises";
import { ensureChromium } from "../../scripts/chromium.ts";
import { msFromTapToSound } from "./msFromTapToSound.ts";
import { type PageVitals, observeVitalsScript } from "./observeVitals.ts";

export interface Visit extends PageVitals {
  readonly scriptUrls: readonly string[];
  /** Bytes on the wire, compressed as the server sends them. */
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly webSockets: number;
  readonly audioRequests: number;
  /** Time from pressing the play key until the audio advances; NaN without a key. */
  readonly soundMs: number;
}

/** Lighthouse's "slow 4G". WebSocket frames are not slowed down. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
};
const CPU_SLOWDOWN = 4;
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
};
/** How visits are made; begins a sentence of the report. */
export const CIRCUMSTANCES =
  "Headless Chromium, processor slowed 4x, 150 ms latency, 1.6 Mbit/s down, 750 kbit/s up, 412x823, cold cache,";
const QUIET_MS = 2_000;
const LONGEST_VISIT_MS = 30_000;

interface Visitor {
  /** Signs the visitor in. */
  readonly signIn?: (context: BrowserContext) => Promise<void>;
  /** Selects the key that is pressed at the end of the visit. */
  readonly playKey?: string | undefined;
}

/** Runs `use` with a browser, which is closed afterwards. */
export async function withBrowser<Result>(
  use: (browser: Browser) => Promise<Result>,
  args: readonly string[] = [],
): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: ensureChromium((line) => console.error(line)),
    args: ["--no-sandbox", ...args],
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

export async function visit(
  browser: Browser,
  url: string,
  { signIn, playKey }: Visitor,
): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  try {
    await signIn?.(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const traffic = await Traffic.watch(session);
    await slowDown(session);
    await page.addInitScript(observeVitalsScript);
    await page.goto(url);
    await traffic.whenQuiet();
    const vitals = await page.evaluate(() => window.pageVitals);
    const summary = traffic.summary();
    const soundMs =
      playKey === undefined ? NaN : await msFromTapToSound(page, playKey);
    return { ...vitals, ...summary, soundMs };
  } finally {
    await context.close();
  }
}

export async function slowDown(session: CDPSession): Promise<void> {
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
}

/** Records every network request of the page. */
export class Traffic {
  readonly #requests = new Map<string, { url: string; type: string }>();
  readonly #bytes = new Map<string, number>();
  #webSockets = 0;
  #lastAtMs = performance.now();

  static async watch(session: CDPSession): Promise<Traffic> {
    const traffic = new Traffic();
    traffic.#listen(session);
    await session.send("Network.enable");
    return traffic;
  }

  #listen(session: CDPSession): void {
    session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
      this.#lastAtMs = performance.now();
      this.#requests.set(requestId, { url: request.url, type: type ?? "" });
    });
    session.on(
      "Network.loadingFinished",
      ({ requestId, encodedDataLength }) => {
        this.#lastAtMs = performance.now();
        this.#bytes.set(requestId, encodedDataLength);
      },
    );
    session.on("Network.webSocketCreated", () => (this.#webSockets += 1));
    session.on("Network.webSocketFrameReceived", () => {
      this.#lastAtMs = performance.now();
    });
  }

  async whenQuiet(quietMs = QUIET_MS): Promise<void> {
    const endsAtMs = performance.now() + LONGEST_VISIT_MS;
    while (
      performance.now() - this.#lastAtMs < quietMs &&
      performance.now() < endsAtMs
    )
      await pause(100);
  }

  summary() {
    const all = [...this.#requests].map(([id, request]) => ({
      ...request,
      bytes: this.#bytes.get(id) ?? 0,
    }));
    const scripts = all.filter(({ type }) => type === "Script");
    const sum = (some: typeof all) =>
      some.reduce((total, { bytes }) => total + bytes, 0);
    return {
      scriptUrls: scripts.map(({ url }) => url),
      scriptBytes: sum(scripts),
      allBytes: sum(all),
      webSockets: this.#webSockets,
      audioRequests: all.filter(
        ({ url, type }) => type === "Media" || url.includes("/api/storage/"),
      ).length,
    };
  }
}
