import { expect } from "@playwright/test";
import { makeBeat, versesOf } from "../content.ts";
import { button, recordTake, sendTake } from "./steps.ts";
import { test } from "./story.ts";

test("keeps a take across a reload, offers it again and sends it", async ({
  join,
  openAs,
}) => {
  test.slow();
  const beat = await makeBeat(await join("producer"));
  const rapper = await join("rapper");
  const screen = await openAs(rapper);
  await screen.becomePhone();
  await screen.open(`/beats/${beat.id}`);
  await recordTake(screen, 2);
  await screen.tab.reload();
  await screen.seeThatAllFits();
  const unsent = { role: "region", name: "You have an unsent take" } as const;
  await screen.click({ ...button("Recover take"), within: unsent });
  await screen.see({ text: "Your take is ready" });
  await sendTake(screen);
  await screen.see({ text: "1 of 10 verses" });
  await screen.seeNo(unsent);
  expect(await versesOf(rapper, beat.id)).toHaveLength(1);
});
