import { expect, test } from "vitest";
import { microphonePlace } from "./microphonePlace";

const PHONE =
  "Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
  [
    "Chrome on a phone",
    `${PHONE} Chrome/131.0.0.0 Mobile Safari/537.36`,
    "chromium",
  ],
  ["Edge", `${MAC} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`, "chromium"],
  [
    "Firefox",
    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
    "firefox",
  ],
  ["Safari on a Mac", `${MAC} Version/18.1 Safari/605.1.15`, "safari"],
  [
    "Safari on an iPhone",
    `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
    "ios",
  ],
  [
    "Chrome on an iPhone",
    `${IPHONE} CriOS/131.0 Mobile/15E148 Safari/604.1`,
    "ios",
  ],
  [
    "Instagram's own browser",
    `${PHONE.replace("K)", "K; wv)")} Version/4.0 Chrome/131.0 Mobile Safari/537.36 Instagram 300`,
    "other",
  ],
  ["an unknown one", "Something/1.0", "other"],
] as const)("%s", (_, userAgent, place) => {
  expect(microphonePlace(userAgent)).toBe(place);
});
