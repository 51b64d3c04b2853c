import { expect, test } from "vitest";
import { served } from "./contentType.ts";

test.each(["audio/mpeg", "Audio/WAV", "audio/mp4; codecs=x", "image/png"])(
  "%s is shown as it is",
  (type) => {
    const [essence = ""] = type.toLowerCase().split(";");
    expect(served(type)).toEqual({
      contentType: essence,
      disposition: "inline",
    });
  },
);

test.each([
  null,
  "",
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "audio/mpeg\r\nX: y",
  "text/html, audio/mpeg",
])("%s is a download without a meaning to the browser", (type) => {
  expect(served(type)).toEqual({
    contentType: "application/octet-stream",
    disposition: "attachment",
  });
});
