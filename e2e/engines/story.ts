/**
 * The base of all engine tests: an engine, people, and a tab for each of them.
 */
import { test as base } from "@playwright/test";
import type { EngineName } from "../../tools/scripts/engines.ts";
import { AlteredApp } from "../alteredApp.ts";
import { type Addresses, appOfThisRun } from "../app.ts";
import { join, type Person, type Role, storedSession } from "../people.ts";
import { VirtualDesktop } from "./virtualDesktop.ts";
import type { Engine, Microphone } from "./engine.ts";
import { launchEngine, type LaunchOptions } from "./launchEngine.ts";
import { Screen } from "./screen.ts";

export interface EngineOptions {
  /** The engine of tests that run once in each engine. */
  readonly engineName: EngineName;
  /** The engines of tests that need all available ones. */
  readonly engineNames: readonly EngineName[];
}

interface Shared {
  /** Opens the desktop of the engines that need one, once in each worker. */
  readonly openDesktop: () => Promise<VirtualDesktop>;
  readonly launch: (
    name: EngineName,
    microphone?: Microphone,
    options?: LaunchOptions,
  ) => Promise<Engine>;
  /** Runs `engineName`; all tests of a worker share it. */
  readonly engine: Engine;
}

interface Story {
  readonly app: Addresses;
  /** A server in front of the app. */
  readonly altered: AlteredApp;
  /** Creates a confirmed person through the public functions. */
  readonly join: (role: Role) => Promise<Person>;
  /**
   * Opens a fresh tab, in `engine` and at `app` by default. Signs in the person,
   * if one is given.
   */
  readonly openAs: (
    person: Person | null,
    engine?: Engine,
    at?: Pick<Addresses, "url">,
  ) => Promise<Screen>;
}

/** Firefox reports an unreachable server as an error of the page. */
const LOST_SOCKET = /can’t establish a connection to the server at ws/;

export const test = base.extend<Story, EngineOptions & Shared>({
  engineName: ["chromium", { option: true, scope: "worker" }],
  engineNames: [[], { option: true, scope: "worker" }],
  openDesktop: [
    async ({}, use) => {
      const held: { desktop?: Promise<VirtualDesktop> } = {};
      await use(() => (held.desktop ??= VirtualDesktop.open()));
      await (await held.desktop)?.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  launch: [
    async ({ openDesktop }, use) => {
      const engines: Engine[] = [];
      await use(async (name, microphone, options) => {
        const engine = await launchEngine(
          name,
          openDesktop,
          microphone,
          options,
        );
        engines.push(engine);
        return engine;
      });
      for (const engine of engines) await engine.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  engine: [
    async ({ launch, engineName }, use) => use(await launch(engineName)),
    { scope: "worker", timeout: 120_000 },
  ],
  app: async ({}, use) => {
    await use(appOfThisRun());
  },
  altered: async ({ app }, use) => {
    const altered = await AlteredApp.before(app.url);
    await use(altered);
    altered.close();
  },
  join: async ({ app }, use) => {
    await use((role) => join(app, role));
  },
  openAs: async ({ app, engine }, use, info) => {
    const screens: Screen[] = [];
    const mayLose = new Set<Screen>();
    await use(async (person, chosen = engine, at = app) => {
      const screen = new Screen(await chosen.openTab(), at.url);
      screens.push(screen);
      if (at !== app) mayLose.add(screen);
      if (person !== null) await signIn(screen, at, person);
      return screen;
    });
    const errors: string[] = [];
    for (const [index, screen] of screens.entries()) {
      const { tab } = screen;
      if (info.status !== info.expectedStatus)
        await info.attach(`tab ${index + 1}`, {
          body: Buffer.from(await tab.screenshot()),
          contentType: "image/png",
        });
      const thrown = await tab.errors();
      errors.push(
        ...thrown.filter(
          (error) => !mayLose.has(screen) || !LOST_SOCKET.test(error),
        ),
      );
      await tab.close();
    }
    if (errors.length > 0)
      throw new Error(`Uncaught errors in the page:\n${errors.join("\n")}`);
  },
});

/**
 * Stores the session while a page of the site without the app is open, so that the app finds it
 * when it starts.
 */
async function signIn(
  screen: Screen,
  app: Pick<Addresses, "url">,
  person: Person,
): Promise<void> {
  await screen.open("/robots.txt");
  await screen.tab.evaluate(
    (entries) => {
      for (const { name, value } of entries) localStorage.setItem(name, value);
    },
    storedSession(app, person),
  );
}
