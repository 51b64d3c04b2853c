import { fixture } from "../audio.ts";
import { linkMailedTo } from "../mail.ts";
import { newDetails } from "../people.ts";
import { button, dialog, expectMixOf, recordTake, sendTake } from "./steps.ts";
import { test } from "./story.ts";

/**
 * Few stories create beats of this genre. A list shows three beats, and other stories publish
 * theirs at the same time.
 */
const GENRE = "Lo-Fi";
const BEAT_FILE = "beat-97bpm-marker-5s.mp3";

test("lets a producer, a rapper and a listener work together live", async ({
  app,
  engineName,
  join,
  openAs,
}) => {
  test.slow();
  const title = `Gully Nights ${engineName} ${Date.now()}`;
  const producer = newDetails("producer_rapper");
  const listener = await join("listener");
  const studio = await openAs(null);
  const audience = await openAs(listener);

  await test.step("a producer who raps signs up and follows the mailed link", async () => {
    await studio.open("/signup");
    await studio.fill({ label: /^Email/ }, producer.email);
    await studio.fill({ label: /^Password/ }, producer.password);
    await studio.fill({ label: /^Username/ }, producer.username);
    await studio.click({ role: "radio", name: "Producer & Rapper" });
    await studio.choose({ role: "combobox", name: "State" }, "Delhi");
    await studio.click({
      ...button("Create an account"),
      within: { role: "main" },
    });
    await studio.seePath("/activate");
    await studio.open(
      await linkMailedTo(app.mailUrl, producer.email, "/activate"),
    );
    await studio.click({ ...button("Confirm"), within: { role: "main" } });
    await studio.seePath("/home");
  });

  await test.step("the beat appears on the listener's open page", async () => {
    await audience.open(`/home?${new URLSearchParams({ genre: GENRE })}`);
    await audience.see({ role: "tab", name: "Beats" });
    await studio.click({ role: "link", name: "Upload Beat" });
    await studio.fill({ label: /^Title/ }, title);
    await studio.choose({ role: "combobox", name: "Genre" }, GENRE);
    await studio.fill({ label: /^BPM/ }, "97");
    await studio.upload({ label: /^Beat file/ }, fixture(BEAT_FILE));
    await studio.click({ ...button("Upload Beat"), within: { role: "main" } });
    await studio.see({ text: "Beat uploaded successfully!" });
    // Presses Enter, because other engines publish beats at the same time: the list may move, and a
    // click would miss the link.
    await audience.press({ role: "link", name: title }, "Enter");
    await audience.seePath(/^\/beats\//);
  });

  const beatPath = await audience.path();
  await test.step("the verse recorded over it appears there as well", async () => {
    await studio.open(beatPath);
    // The take is longer than the beat, so the beat has to loop.
    await recordTake(studio, 7);
    await sendTake(studio);
    const play = button(`Play ${producer.username} on "${title}"`);
    await audience.see(play);
    await audience.see({ text: "1 of 10 verses" });
    await studio.seeNo(dialog);
    await studio.see(play);
  });

  await test.step("its file contains the voice and the beat", async () => {
    const beatId = beatPath.split("/").at(-1) ?? "";
    await expectMixOf(audience, listener, beatId, BEAT_FILE);
  });

  await test.step("the listener's vote is counted in the other browser", async () => {
    await audience.click(button(`Vote for ${title}`));
    await studio.see({ text: "1 vote" });
    await audience.click(button(`Vote for ${title}`));
    await studio.seeNo({ text: "1 vote" });
  });
});
