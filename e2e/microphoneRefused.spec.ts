import { expect } from "@playwright/test";
import { openRecorder, startTake } from "./screens.ts";
import { test } from "./story.ts";

// This browser asks for the microphone, and the test never allows it.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = launchOptions.args ?? [];
    await use({
      ...launchOptions,
      args: args.filter((arg) => !arg.includes("-media-stream")),
    });
  },
});

test("explains a refused microphone and lets the user try again", async ({
  beat,
  rapperPage: page,
}) => {
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await expect(
    dialog.getByText(
      "Could not access microphone or initialize audio context. Please check permissions.",
    ),
  ).toBeVisible();
  await expect(
    dialog.getByText(/icon left of the address, then Permissions/),
  ).toBeVisible();
  await expect(
    dialog.getByRole("button", { name: "Start recording" }),
  ).toBeEnabled();
});
