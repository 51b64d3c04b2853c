/**
 * Whatever happens to a take, it goes on or is kept, and the recorder says what
 * happened.
 */
import { expect } from "@playwright/test";
import { makeFunctionReference } from "convex/server";
import { pretendTwoMicrophones } from "../pretendedMicrophones.ts";
import { makeBeat, versesOf } from "../content.ts";
import type { Tab } from "./engine.ts";
import type { Screen } from "./screen.ts";
import {
  button,
  dialog,
  endTake,
  startTake,
  recordFor,
  recordTake,
  sendTake,
} from "./steps.ts";
import { test } from "./story.ts";

const signOut = makeFunctionReference<"action", Record<string, never>, null>(
  "auth:signOut",
);

async function beginTake(screen: Screen): Promise<void> {
  await screen.click(button("Record verse"));
  await startTake(screen);
  await recordFor(screen, 1);
}

test("a take goes on in a hidden tab and on a full device, and can be sent", async ({
  engineName,
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const rapper = await join("rapper");
  const screen = await openAs(rapper);
  await screen.open(`/beats/${beat.id}`);
  await beginTake(screen);

  await test.step("another tab is in front for three seconds", async () => {
    await screen.tab.evaluate(noteHiding, null);
    await screen.tab.hideFor(3_000);
    // MiniBrowser puts the other tab in front but reports both tabs as visible.
    if (engineName !== "webkit")
      expect(await screen.tab.evaluate(wasHidden, null)).toBe(true);
  });
  await recordFor(screen, 4);

  await test.step("the device is full", async () => {
    await fillDevice(screen.tab);
    await screen.see({ text: /^This device is full: the rest of your take/ });
  });
  await endTake(screen, 6);
  await screen.see({ text: /^This device could not keep your take\./ });
  await sendTake(screen);
  const [verse] = await versesOf(rapper, beat.id);
  expect(verse?.durationMs).toBeGreaterThan(5_000);
});

test("a take goes on with another microphone and after signing out elsewhere, and is kept", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const rapper = await join("rapper");
  const screen = await openAs(rapper);
  await screen.open(`/beats/${beat.id}`);
  await screen.tab.evaluate(pretendTwoMicrophones, null);
  await beginTake(screen);

  await test.step("the system switches to another microphone", async () => {
    await screen.tab.evaluate(unplug, null);
    await screen.see({ text: /^The system switched to another microphone/ });
  });
  await test.step("the session ends on another device", async () => {
    await rapper.client.action(signOut, {});
    await screen.see({ text: /^You were signed out/ });
  });
  await endTake(screen, 5);
  await screen.see({ text: /^Your take is kept on this device/ });
  await screen.see({
    role: "link",
    name: "Sign in in a new tab",
    within: dialog,
  });
});

test("keeps a take in a private window, and says for how long", async ({
  engineName,
  launch,
  join,
  openAs,
}) => {
  test.slow();
  const engine = await launch(engineName, "given", { isPrivate: true });
  const beat = await makeBeat(await join("producer"));
  const screen = await openAs(await join("rapper"), engine);
  await screen.open(`/beats/${beat.id}`);
  await recordTake(screen, 2);
  // Chromium and WebKit do not tell a page that its window is private.
  const isKnown = engineName === "firefox";
  await screen.see({
    text: isKnown
      ? /^Your take is kept until this private window closes/
      : /^Your take is kept on this device/,
  });
  await screen.tab.reload();
  await screen.click(button("Recover take"));
  await sendTake(screen);
});

test("a take that the system interrupts is kept and offered again", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const screen = await openAs(await join("rapper"));
  await screen.open(`/beats/${beat.id}`);
  await screen.tab.evaluate(noteContexts, null);
  await beginTake(screen);
  await recordFor(screen, 2);
  await screen.tab.evaluate(suspendContexts, null);
  await screen.see({
    text: /^Recording stopped because the device paused the sound/,
  });
  await screen.see({ text: /^Your take is kept on this device/ });
  await screen.tab.reload();
  await screen.click(button("Recover take"));
  await screen.see({ text: "Your take is ready" });
});

/** Runs in the page. Notes for `wasHidden` when the page is hidden. */
function noteHiding(): void {
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) document.body.dataset.wasHidden = "true";
  });
}

/** Runs in the page. */
function wasHidden(): boolean {
  return document.body.dataset.wasHidden === "true";
}

/** Makes everything that the page stores from now on fail, as on a full device. */
function fillDevice(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    type Put = (this: IDBObjectStore, ...given: unknown[]) => IDBRequest;
    const stores = IDBObjectStore.prototype as unknown as { put: Put }; // declared as it is called below
    const { put } = stores;
    const error = new DOMException("No room.", "QuotaExceededError");
    stores.put = function (...given) {
      const request = put.apply(this, given);
      Object.defineProperty(this.transaction, "error", { value: error });
      this.transaction.abort();
      return request;
    };
  }, null);
}

/** Runs in the page. Notes new audio contexts for `suspendContexts`. */
function noteContexts(): void {
  const contexts: AudioContext[] = [];
  Object.assign(window, { contexts });
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.push(this);
    }
  };
}

/** Runs in the page. Suspends all sound, as a phone call or a locked screen does. */
async function suspendContexts(): Promise<void> {
  const { contexts } = window as unknown as { contexts: AudioContext[] }; // set by `noteContexts`
  await Promise.all(contexts.map((context) => context.suspend()));
}

/** Runs in the page. */
function unplug(): void {
  window.dispatchEvent(new Event("unplug"));
}
