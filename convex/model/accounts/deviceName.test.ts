import { expect, test } from "vitest";
import { deviceName } from "./deviceName";

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    { browser: "Firefox", system: "Linux" },
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    { browser: "Chrome", system: "Android" },
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    { browser: "Safari", system: "iOS" },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
    { browser: "Microsoft Edge", system: "Windows" },
  ],
])("names %s", (agent, name) => {
  expect(deviceName(agent)).toEqual(name);
});

test.each([null, "", "   "])("says nothing about the agent %j", (agent) => {
  expect(deviceName(agent)).toEqual({ browser: null, system: null });
});

test.each([
  "<b>x</b>/1",
  "‮/9 evil",
  "a".repeat(100_000),
  "Mozilla/5.0 (".repeat(20_000),
  "/",
])("takes no markup and no long text from a made-up agent", (agent) => {
  const { browser, system } = deviceName(agent);
  for (const name of [browser, system]) {
    expect(name ?? "None").toMatch(/^[A-Za-z][\w .+-]{0,39}$/);
  }
});
