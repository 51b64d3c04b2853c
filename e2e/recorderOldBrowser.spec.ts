import { expect } from "@playwright/test";
import { answerQuestions } from "./answerQuestions.ts";
import {
  recordTake,
  openRecorder,
  startTake,
  openCheck,
  openMore,
} from "./screens.ts";
import { test } from "./story.ts";

test("explains in place of the record button that MediaRecorder is missing", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "MediaRecorder");
  });
  await page.goto(`/beats/${beat.id}`);
  const why = page.getByRole("note");
  await expect(why).toContainText("it has no MediaRecorder");
  await expect(why).toContainText("Safari 15.4");
  await expect(page.getByRole("button", { name: "Record verse" })).toHaveCount(
    0,
  );
});

test("records without AudioWorklet and says what is unavailable", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "AudioWorklet");
    Reflect.deleteProperty(BaseAudioContext.prototype, "audioWorklet");
  });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await recordTake(page, 2);
  await dialog.getByRole("button", { name: "Record Again" }).click();
  await openCheck(dialog);
  await expect(
    dialog.getByText("This browser has no AudioWorklet"),
  ).toBeVisible();
  await expect(
    dialog.getByRole("button", { name: "Measure delay" }),
  ).toHaveCount(0);
});

test("does not blame permissions if the recorder fails to start", async ({
  beat,
  rapperPage: page,
}) => {
  await page.addInitScript(() => {
    window.MediaRecorder = class extends MediaRecorder {
      override start(): void {
        throw new DOMException("no such format", "NotSupportedError");
      }
    };
  });
  await page.goto(`/beats/${beat.id}`);
  const dialog = await openRecorder(page);
  await startTake(dialog);
  await expect(
    dialog.getByText("This browser could not start recording."),
  ).toBeVisible();
  await expect(
    dialog.getByRole("button", { name: "Start recording" }),
  ).toBeEnabled();
});

test("stores the voice separately when the browser cannot estimate free space", async ({
  beat,
  rapperPage: page,
}) => {
  test.slow();
  await page.addInitScript(() => {
    Reflect.deleteProperty(StorageManager.prototype, "estimate");
  });
  answerQuestions(page);
  await page.goto(`/beats/${beat.id}`);
  await recordTake(page, 2);
  await page.reload();
  await page.getByRole("button", { name: "Recover take" }).click();
  const dialog = page.getByRole("dialog");
  await openMore(dialog);
  await expect(
    dialog.getByRole("slider", { name: "Voice timing" }),
  ).toBeVisible();
});
