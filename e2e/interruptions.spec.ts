import { expect } from "@playwright/test";
import { makeBeat, versesOf } from "./content.ts";
import { fillSignIn, recordedAtLeast } from "./screens.ts";
import { test } from "./story.ts";

test("signing out in another tab does not end a take", async ({
  join,
  openAs,
  openBeside,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const rapper = await join("rapper");
  const page = await openAs(rapper);
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await recordedAtLeast(dialog, 1);

  const beside = await openBeside(page);
  await beside.goto("/home");
  await beside.getByRole("button", { name: "Sign Out" }).click();
  await expect(beside).toHaveURL(/\/login$/);

  await expect(dialog.getByText(/^You were signed out/)).toBeVisible();
  await recordedAtLeast(dialog, 4);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(
    dialog.getByText(/^Your take is kept on this device/),
  ).toBeVisible();

  await test.step("nothing is sent while nobody is signed in", async () => {
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog.getByText("Your take is ready")).toBeVisible();
  });

  await test.step("signing in in the new tab lets the take be sent", async () => {
    const opening = page.context().waitForEvent("page");
    await dialog.getByRole("link", { name: "Sign in in a new tab" }).click();
    const login = await opening;
    await fillSignIn(login, rapper);
    await expect(login).toHaveURL(/\/home$/);
    await expect(dialog.getByText(/^You were signed out/)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Upload Verse" }).click();
    await expect(dialog).toBeHidden();
    expect(await versesOf(rapper, beat.id)).toHaveLength(1);
  });
});

test("says that the microphone went away, and keeps the take", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"));
  const page = await openAs(await join("rapper"));
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      window.addEventListener("unplug", () => {
        for (const track of stream.getTracks())
          track.dispatchEvent(new Event("ended"));
      });
      return stream;
    };
  });
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await recordedAtLeast(dialog, 2);
  await page.evaluate(() => window.dispatchEvent(new Event("unplug")));
  await expect(
    dialog.getByText(/^Recording stopped because the microphone went away\./),
  ).toBeVisible();
  await expect(
    dialog.getByText(/^Your take is kept on this device/),
  ).toBeVisible();
});

test("a call ends the take and keeps it", async ({ join, openAs }) => {
  const beat = await makeBeat(await join("producer"));
  const page = await openAs(await join("rapper"));
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      window.addEventListener("call", () => {
        for (const track of stream.getTracks()) {
          Object.defineProperty(track, "muted", { value: true });
          track.dispatchEvent(new Event("mute"));
        }
      });
      return stream;
    };
  });
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await recordedAtLeast(dialog, 2);
  await page.evaluate(() => window.dispatchEvent(new Event("call")));
  await expect(
    dialog.getByText(/^Recording stopped because the device paused the sound/),
  ).toBeVisible();
  await expect(
    dialog.getByText(/^Your take is kept on this device/),
  ).toBeVisible();
});

test("a take goes on with another microphone, and says so", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"));
  const page = await openAs(await join("rapper"));
  // A browser that moves its "default" microphone from the earbuds to the laptop.
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    let group = "earbuds";
    const input = (deviceId: string, groupId: string) =>
      ({ kind: "audioinput", deviceId, groupId, label: deviceId }) as never; // what is read
    devices.enumerateDevices = () =>
      Promise.resolve([
        input("default", group),
        input("id of earbuds", "earbuds"),
        input("id of laptop", "laptop"),
      ]);
    MediaStreamTrack.prototype.getSettings = () => ({ deviceId: "default" });
    window.addEventListener("unplug", () => {
      group = "laptop";
      devices.dispatchEvent(new Event("devicechange"));
    });
  });
  await page.goto(`/beats/${beat.id}`);
  await page.getByRole("button", { name: "Record verse" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Start recording" }).click();
  await recordedAtLeast(dialog, 1);
  const note = dialog.getByText(/^The system switched to another microphone/);
  await expect(note).toHaveCount(0);
  await page.evaluate(() => window.dispatchEvent(new Event("unplug")));
  await expect(note).toBeVisible();
  await recordedAtLeast(dialog, 3);
  await dialog.getByRole("button", { name: "Stop recording" }).click();
  await expect(dialog.getByText("Your take is ready")).toBeVisible();
  await expect(note).toBeVisible();
});
