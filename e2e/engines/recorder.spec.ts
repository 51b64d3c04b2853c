import { makeBeat } from "../content.ts";
import { moveOnPress } from "../moveOnPress.ts";
import {
  button,
  dialog,
  endTake,
  expectMixOf,
  inDialog,
  recordTake,
  sendTake,
} from "./steps.ts";
import { test } from "./story.ts";

const BEAT_FILE = "beat-97bpm-marker-5s.mp3";

test("measures the delay, counts in a take, adjusts its timing, plays it and sends it", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"), { file: BEAT_FILE });
  const rapper = await join("rapper");
  const screen = await openAs(rapper);
  await screen.becomePhone();
  await screen.open(`/beats/${beat.id}`);

  await test.step("the delay test says that it failed, because no earphone is near the microphone", async () => {
    await screen.click(button("Record verse"));
    await screen.click({ text: "Section and mic check", within: dialog });
    await screen.click(inDialog(/^Check headphones/));
    await screen.click(inDialog("Measure delay"));
    await screen.click(inDialog("Play test sound"));
    await screen.see({
      text: /^The (test sound was not heard|three test sounds took)/,
      within: dialog,
    });
    await screen.click(inDialog("Done"));
  });

  await test.step("the take is counted in", async () => {
    await screen.click({ role: "switch", name: /^Count-in/, within: dialog });
    await screen.click(inDialog("Start recording"));
    await screen.see({ text: "Get ready…", within: dialog });
    await endTake(screen, 5);
    await screen.seeThatAllFits();
  });

  await test.step("the voice is moved and previewed before sending", async () => {
    await screen.click({ text: /^More:/, within: dialog });
    const voice = { role: "slider", name: "Voice timing" } as const;
    for (let steps = 0; steps < 4; steps++)
      await screen.press(voice, "ArrowRight");
    await screen.see({ text: "20 ms later" });
    await screen.click(inDialog("Play preview"));
    // A slow machine may skip the exact second.
    await screen.see({ text: /^0:(0[2-9]|1\d)\/0:\d\d$/ });
    await sendTake(screen);
  });

  await test.step("the mix made in this browser contains both sounds with rising timestamps", () =>
    expectMixOf(screen, rapper, beat.id, BEAT_FILE));

  await test.step("the next take can be recorded right away", async () => {
    await recordTake(screen, 2);
    await screen.click(inDialog("Record Again"));
    await screen.see(inDialog("Start recording"));
  });
});

test("a press counts for the key on which it began, although the page moves", async ({
  join,
  openAs,
}) => {
  const beat = await makeBeat(await join("producer"));
  const screen = await openAs(await join("rapper"));
  await screen.open(`/beats/${beat.id}`);
  await screen.see(button("Record verse"));
  await screen.tab.evaluate(moveOnPress, null);
  await screen.click(button("Record verse"));
  await screen.see(inDialog("Start recording"));
});
