import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listenOrigin } from "./listenOrigin";

const pageOrigin = "https://gully.example";

test.each([
  ["the app's own server", "", "", pageOrigin],
  ["unset variables", undefined, undefined, pageOrigin],
  [
    "Convex's cloud",
    undefined,
    "https://calm-crow-1.convex.cloud",
    "https://calm-crow-1.convex.site",
  ],
  [
    "a named address of HTTP actions",
    "https://listen.example/",
    "https://calm-crow-1.convex.cloud",
    "https://listen.example",
  ],
  ["a backend elsewhere", "", "http://127.0.0.1:3210", "http://127.0.0.1:3210"],
])("with %s", (_home, siteUrl, cloudUrl, origin) => {
  expect(listenOrigin({ siteUrl, cloudUrl, pageOrigin })).toBe(origin);
});

describe("in browsers without URL.canParse", () => {
  const canParse = URL.canParse.bind(URL);
  beforeEach(() => {
    Reflect.deleteProperty(URL, "canParse");
  });
  afterEach(() => {
    URL.canParse = canParse;
  });

  test.each(["", "listen", "http://", undefined])(
    "%j is no address",
    (siteUrl) => {
      const found = listenOrigin({ siteUrl, cloudUrl: undefined, pageOrigin });
      expect(found).toBe(pageOrigin);
    },
  );
});
