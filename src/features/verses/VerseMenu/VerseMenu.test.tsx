// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeVerse } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { VerseMenu } from "./VerseMenu";

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined; // jsdom lacks this function
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const SAVE = `Save kabir on "Monsoon" to a file`;
const KEY = "More for the verse by kabir";
const REPORT = "Report verse by kabir";

/** Shows the menu of a verse whose terms allow sharing, and another button beside it. */
function show(viewerId?: string, terms: "here" | "share" = "share") {
  const verse = makeVerse({ terms });
  const viewer =
    viewerId === undefined ? undefined : signedInAs("listener", viewerId);
  render(
    <>
      <VerseMenu verse={verse} title={`kabir on "Monsoon"`} />
      <button>beside</button>
    </>,
    { viewer },
  );
  return screen.queryByRole("button", { name: KEY });
}

/** The button of the open menu, whose code is loaded on demand. */
const openKey = () =>
  screen.findByRole("button", { name: KEY, expanded: true });

/** Shows the menu and opens it. */
async function open(viewerId?: string, terms?: "here" | "share") {
  const key = show(viewerId, terms);
  if (key === null) throw new Error("there is no menu");
  expect(screen.queryByRole("button", { name: SAVE })).toBeNull();
  await userEvent.click(key);
  return openKey();
}

const itemNames = () =>
  screen
    .getAllByRole("button")
    .slice(1, -1) // without the menu's button and the button beside it
    .map((item) => item.getAttribute("aria-label"));

test("holds what the viewer may do with the verse", async () => {
  await open("zoya-id");
  expect(itemNames()).toEqual([SAVE, REPORT]);
});

test("has no report for the rapper, who may always save", async () => {
  await open("rapper-id", "here");
  expect(itemNames()).toEqual([SAVE]);
});

test("has no saving where the terms keep the verse here", async () => {
  await open("zoya-id", "here");
  expect(itemNames()).toEqual([REPORT]);
});

test("is absent where there is nothing to do", () => {
  expect(show(undefined, "here")).toBeNull();
});

test("opens and closes by keyboard", async () => {
  show("zoya-id");
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  const key = await openKey();
  expect(document.activeElement).toBe(key);
  await userEvent.tab();
  expect(document.activeElement?.getAttribute("aria-label")).toBe(SAVE);
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(key);
  expect(key.getAttribute("aria-expanded")).toBe("false");
});

test("closes when the focus moves on", async () => {
  const key = await open("zoya-id");
  await userEvent.tab(); // the save button
  await userEvent.tab(); // the report button
  expect(key.getAttribute("aria-expanded")).toBe("true");
  await userEvent.tab(); // the button beside the menu
  expect(key.getAttribute("aria-expanded")).toBe("false");
});

test("closes by a press beside it, and by a second press of its key", async () => {
  const key = await open("zoya-id");
  await userEvent.click(screen.getByRole("button", { name: "beside" }));
  expect(key.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(key);
  await userEvent.click(key);
  expect(key.getAttribute("aria-expanded")).toBe("false");
});

test("stays open while the file is fetched", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => promise);
  const key = await open("rapper-id");
  await userEvent.click(screen.getByRole("button", { name: SAVE }));
  expect(key.getAttribute("aria-expanded")).toBe("true");
  resolve(new Response("", { status: 404 }));
  await waitFor(() => expect(key.getAttribute("aria-expanded")).toBe("false"));
  expect(document.activeElement).toBe(key);
});
