/** Browsers that store nothing, as some apps open links in, and pages that are being translated. */
import { expect } from "@playwright/test";
import { paths } from "../src/routing/paths.ts";
import { makeBeat } from "./content.ts";
import {
  fillSignIn,
  goWithin,
  openRecorder,
  recordedAtLeast,
  startTake,
} from "./screens.ts";
import { test } from "./story.ts";

const SIGNED_OUT: readonly string[] = [
  ...[paths.login, paths.signup, paths.forgotPassword],
  ...[paths.resetPassword, paths.activate, paths.emailChange, paths.contact],
  ...[paths.privacy, paths.terms, paths.community, paths.claim],
  ...[paths.transparency, paths.leave],
];

test("every page works in a browser that forbids storage, and clocks run while it translates", async ({
  openAs,
  producer,
  rapper,
}) => {
  const beat = await makeBeat(producer, { file: "beat-97bpm-marker-5s.mp3" });
  const page = await openAs(null);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.addInitScript(forbidStorage);

  await test.step("signed out", async () => {
    await page.goto(paths.landing); // a document of its own
    await expect(page.getByRole("heading").first()).toBeVisible();
    await page.goto(paths.login);
    for (const path of SIGNED_OUT) {
      await goWithin(page, path);
      await expect(page.getByRole("heading").first()).toBeVisible();
    }
  });
  await test.step("signed in, for as long as the page is open", async () => {
    await page.goto(`/beats/${beat.id}.`); // as pasted at the end of a sentence
    await fillSignIn(page, rapper);
    await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
    const others = Object.values(paths).filter(
      (pattern) => !SIGNED_OUT.includes(pattern),
    );
    for (const pattern of others) {
      const path = pattern
        .replace(":userId", producer.userId)
        .replace(":beatId", beat.id);
      await goWithin(page, path);
      await expect(page.getByRole("heading").first()).toBeVisible();
    }
  });
  await test.step("a translated page plays and records", async () => {
    await goWithin(page, `/beats/${beat.id}`);
    await expect(page.getByRole("heading", { name: beat.title })).toBeVisible();
    await page.evaluate(translate);
    await page.getByRole("button", { name: `Play ${beat.title}` }).click();
    const player = page.getByRole("region", { name: "Now playing" });
    await expect(player.getByText(/0:0[1-5]\/0:0[45]/)).toBeVisible();
    const dialog = await openRecorder(page);
    await startTake(dialog);
    await recordedAtLeast(dialog, 2);
  });
  expect(errors).toEqual([]);
});

/** Runs in the page. Forbids storage as Chromium does when all cookies are blocked, and more. */
function forbidStorage(): void {
  const refuse = () => {
    throw new DOMException("Access is denied.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(window, name, { get: refuse });
  Object.defineProperty(Document.prototype, "cookie", {
    get: refuse,
    set: refuse,
  });
  Object.defineProperty(Navigator.prototype, "storage", { get: refuse });
}

/**
 * Runs in the page. Wraps all texts in `<font>`, also those added later, as Chrome's translation
 * does.
 */
function translate(): void {
  const isLeft = (text: Text) =>
    text.data.trim() === "" ||
    text.parentElement?.closest("script,style,font,textarea,[translate=no]");
  const wrap = (text: Text) => {
    if (isLeft(text)) return;
    const font = document.createElement("font");
    text.replaceWith(font);
    font.append(text.data);
  };
  const walk = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text); // the walker visits only texts
    texts.forEach(wrap);
  };
  walk(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.isConnected) walk(node);
  }).observe(document.body, { childList: true, subtree: true });
}
