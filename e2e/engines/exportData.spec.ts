/** Each engine makes the ZIP on its disk, and reads back what it saves. */
import { expect } from "@playwright/test";
import { makeBeat } from "../content.ts";
import { button } from "./steps.ts";
import { test } from "./story.ts";

test("makes a whole ZIP of everything, without holding it in memory", async ({
  join,
  openAs,
}) => {
  const producer = await join("producer");
  await makeBeat(producer);
  const screen = await openAs(producer);
  // Nothing above the button loads later and moves it.
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
    ...{ isOnDisk: true, type: "application/zip" },
    ...{ first: "80 75 3 4", last: "80 75 5 6" },
  });
});
