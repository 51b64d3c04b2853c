import { expect, test } from "vitest";
import { instagramUrl, isInstagram, isYoutube, youtubeUrl } from "./socials";

test.each([
  ["asha.beats_1", "https://instagram.com/asha.beats_1"],
  ["@asha", "https://instagram.com/asha"],
  ["https://www.instagram.com/asha/", "https://www.instagram.com/asha/"],
  ["http://instagram.com/asha", "https://instagram.com/asha"],
  ["instagram.com/asha", "https://instagram.com/asha"],
])("accepts %s as an Instagram profile", (input, url) => {
  expect(instagramUrl(input)).toBe(url);
});

test.each([
  "asha beats",
  "asha-beats",
  "https://evil.example/instagram.com",
  "https://instagram.com.evil.example/asha",
  "https://instagram.com@evil.example/asha",
  "https://evil@instagram.com/asha",
  "https://instagram.com:8080/asha",
  "https://instagram.com",
  "instagram.com",
  "javascript:alert(1)//instagram.com/asha",
  "https://youtube.com/@asha",
])("refuses %s as an Instagram profile", (input) => {
  expect(instagramUrl(input)).toBeNull();
});

test.each([
  ["asha", "https://youtube.com/@asha"],
  ["@asha-beats", "https://youtube.com/@asha-beats"],
  ["https://youtube.com/@asha", "https://youtube.com/@asha"],
  ["https://www.youtube.com/watch?v=1", "https://www.youtube.com/watch?v=1"],
  ["youtu.be/abc", "https://youtu.be/abc"],
])("accepts %s as a YouTube channel", (input, url) => {
  expect(youtubeUrl(input)).toBe(url);
});

test.each([
  "https://youtube.com.evil.example/@asha",
  "https://vimeo.com/asha",
  "data:text/html,youtube.com/x",
  "youtu.be",
])("refuses %s as a YouTube channel", (input) => {
  expect(youtubeUrl(input)).toBeNull();
});

test("both fields may be empty", () => {
  expect(isInstagram("  ")).toBe(true);
  expect(isYoutube("")).toBe(true);
});
