/**
 * The base of all browser tests: the app of this run, people on demand, and a
 * browser context for each page. The contexts are closed at the end.
 */
import { type BrowserContext, type Page, test as base } from "@playwright/test";
import type { Genre } from "../convex/shared/genres.ts";
import { type Addresses, appOfThisRun, RunningApp } from "./app.ts";
import { CALM } from "./calm.ts";
import { type MadeBeat, makeBeat, makeVerse } from "./content.ts";
import {
  type Details,
  type Person,
  type Role,
  join,
  signInto,
} from "./people.ts";

interface Story {
  readonly app: Addresses;
  readonly producer: Person;
  readonly rapper: Person;
  /** The file of `beat`, set with `test.use`; a short loop by default. */
  readonly beatFile: string | undefined;
  /**
   * The genre of `beat`, set with `test.use` by stories that look for it on /home. The list shows
   * three beats, and the other stories publish theirs meanwhile.
   */
  readonly beatGenre: Genre | undefined;
  /** A beat of `producer`. */
  readonly beat: MadeBeat;
  /** Somebody with a beat of their own and a verse on it, for a walk through all pages. */
  readonly artist: { readonly person: Person; readonly beat: MadeBeat };
  /** A blank page, in which `rapper` is signed in. */
  readonly rapperPage: Page;
  /** A blank page, in which a listener is signed in. */
  readonly listenerPage: Page;
  /** Creates a confirmed person through the public functions. */
  readonly join: (role: Role, details?: Partial<Details>) => Promise<Person>;
  /**
   * Opens a page in a fresh context, at `app` by default. Signs in the person,
   * if one is given.
   */
  readonly openAs: (
    person: Person | null,
    at?: Pick<Addresses, "url">,
  ) => Promise<Page>;
  /**
   * Starts a separate app that the test may stop or start with other options.
   */
  readonly startOwnApp: (
    options?: Record<string, string>,
  ) => Promise<RunningApp>;
  /** Opens another page in the same browser context. */
  readonly openBeside: (page: Page) => Promise<Page>;
}

export const test = base.extend<Story>({
  app: async ({}, use) => {
    await use(appOfThisRun());
  },
  baseURL: async ({ app }, use) => {
    await use(app.url);
  },
  join: async ({ app }, use) => {
    await use((role, details) => join(app, role, details));
  },
  producer: async ({ join }, use) => {
    await use(await join("producer"));
  },
  rapper: async ({ join }, use) => {
    await use(await join("rapper"));
  },
  beatFile: [undefined, { option: true }],
  beatGenre: [undefined, { option: true }],
  beat: async ({ producer, beatFile: file, beatGenre: genre }, use) => {
    await use(await makeBeat(producer, { file, ...(genre && { genre }) }));
  },
  artist: async ({ join }, use) => {
    const person = await join("producer_rapper");
    const beat = await makeBeat(person);
    await makeVerse(person, beat.id);
    await use({ person, beat });
  },
  rapperPage: async ({ openAs, rapper }, use) => {
    await use(await openAs(rapper));
  },
  listenerPage: async ({ openAs, join }, use) => {
    await use(await openAs(await join("listener")));
  },
  openAs: async ({ app, browser, contextOptions }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (person, at = app) => {
      const context = await browser.newContext({
        ...CALM,
        ...contextOptions,
        baseURL: new URL(at.url).origin,
      });
      contexts.push(context);
      if (person !== null) await signInto(context, at, person);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  startOwnApp: async ({}, use) => {
    const apps: RunningApp[] = [];
    await use(async (options) => {
      const app = await RunningApp.start(options);
      apps.push(app);
      return app;
    });
    for (const app of apps) await app.dispose();
  },
  openBeside: async ({}, use) => {
    await use((page) => page.context().newPage());
  },
});
