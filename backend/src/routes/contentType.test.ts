import { expect, test } from "vitest";
import { safeContentHeaders } from "./contentType.ts";

test.each([
  "audio/mpeg",
  "Audio/WAV",
  "audio/mp4; codecs=x",
  "image/png",
  "video/mp4",
  "video/webm; codecs=vp9",
  "application/pdf",
])("%s is displayed inline", (type) => {
  const [essence = ""] = type.toLowerCase().split(";");
  expect(safeContentHeaders(type)).toEqual({
    contentType: essence,
    disposition: "inline",
  });
});

test.each([
  null,
  "",
  "text/html",
  "image/svg+xml",
  "application/xhtml+xml",
  "audio/mpeg\r\nX: y",
  "text/html, audio/mpeg",
])("%s is served as a plain download", (type) => {
  expect(safeContentHeaders(type)).toEqual({
    contentType: "application/octet-stream",
    disposition: "attachment",
  });
});
