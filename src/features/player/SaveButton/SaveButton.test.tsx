// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { TERMS, type Terms } from "../../../../convex/shared/terms";
import { Toasts } from "../../../components/Toasts/Toasts";
import { render } from "../../../testing/render";
import { signedInAs } from "../../../testing/people";
import { SaveButton } from "./SaveButton";

afterEach(() => {
  vi.unstubAllGlobals();
});

function show(terms: Terms, viewerId?: string, url: string | null = "/f") {
  const viewer =
    viewerId === undefined ? undefined : signedInAs("listener", viewerId);
  render(
    <>
      <SaveButton
        title="Monsoon"
        url={url}
        fileName="Monsoon-prod-meera"
        ownerId="meera-id"
        terms={terms}
        tags={{}}
      />
      <Toasts />
    </>,
    { viewer },
  );
  return screen.queryByRole("button", { name: "Save Monsoon to a file" });
}

test.each([
  ["here", false],
  ["share", true],
  ["shareForMoney", true],
  ["ask", false],
] as const)("with the terms %s, others may save: %s", (terms, isAllowed) => {
  expect(show(terms, "kabir-id") !== null).toBe(isAllowed);
});

test.each([
  ["here", false],
  ["share", true],
] as const)("with the terms %s, visitors may save: %s", (terms, isAllowed) => {
  expect(show(terms) !== null).toBe(isAllowed);
});

test.each(TERMS)("with the terms %s, owners may save their own", (terms) => {
  expect(show(terms, "meera-id")).not.toBeNull();
});

test("offers nothing to save if there is no file", () => {
  expect(show("share", "meera-id", null)).toBeNull();
});

test("says that saving failed, and can be pressed again", async () => {
  const answer = new Response("", { status: 404 });
  vi.stubGlobal("fetch", () => Promise.resolve(answer));
  const button = show("share");
  if (button === null) throw new Error("there is no button");
  await userEvent.click(button);
  expect(
    await screen.findByText("Error saving the file. Please try again."),
  ).toBeTruthy();
  expect(button.hasAttribute("disabled")).toBe(false);
});
