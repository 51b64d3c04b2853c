/**
 * Each engine makes the ZIP and reads back the saved file. Chromium and Firefox make it on the
 * disk. WebKitGTK gives pages no folder, so its test shows what Safari before 26 does, not newer
 * versions.
 */
import { expect } from "@playwright/test";
import { makeBeat } from "../content.ts";
import { button } from "./steps.ts";
import { test } from "./story.ts";

test("makes a whole ZIP of everything, on the disk where it can", async ({
  engineName,
  join,
  openAs,
}) => {
  const producer = await join("producer");
  await makeBeat(producer);
  const screen = await openAs(producer);
  // On this page nothing above the button loads late and moves it.
  await screen.open("/account/leave");
  await screen.see(button("Download everything"));
  await screen.tab.evaluate(() => {
    const create = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (file: Blob) => {
      Object.assign(globalThis, { saved: file });
      return create(file);
    };
  }, null);
  await screen.click(button("Download everything"));
  await screen.see({ text: /^Your ZIP is complete/ });
  const made = await screen.tab.evaluate(async () => {
    const { saved } = globalThis as unknown as { saved: File };
    const bytes = new Uint8Array(await saved.arrayBuffer());
    const signature = (from: number) =>
      [...bytes.slice(from, from + 4)].join(" ");
    return {
      isOnDisk: saved instanceof File,
      type: saved.type,
      first: signature(0),
      last: signature(bytes.length - 22),
    };
  }, null);
  expect(made).toEqual({
    ...{ isOnDisk: engineName !== "webkit", type: "application/zip" },
    ...{ first: "80 75 3 4", last: "80 75 5 6" },
  });
});
