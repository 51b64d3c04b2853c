import { makeBeat } from "../content.ts";
import { button, inDialog } from "./steps.ts";
import { test } from "./story.ts";

/**
 * WebKit under automation never asks for permission, so its test removes the
 * device instead.
 */
test("explains a missing microphone and lets the user try again", async ({
  engineName,
  launch,
  join,
  openAs,
}) => {
  const isWebKit = engineName === "webkit";
  const deaf = await launch(engineName, isWebKit ? "absent" : "refused");
  const beat = await makeBeat(await join("producer"));
  const screen = await openAs(await join("rapper"), deaf);
  await screen.open(`/beats/${beat.id}`);
  await screen.click(button("Record verse"));
  for (let tries = 0; tries < 2; tries++) {
    await screen.click(inDialog("Start recording"));
    if (tries === 0) await screen.click(inDialog("Skip"));
    await screen.see({ text: /^Could not access microphone/ });
  }
});
