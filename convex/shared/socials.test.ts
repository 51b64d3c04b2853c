import { expect, test } from "vitest";
import { instagramUrl, isInstagram, isYoutube, youtubeUrl } from "./socials";

test.each([
  ["asha.beats_1", "https://instagram.com/asha.beats_1"],
  ["@asha", "https://instagram.com/asha"],
  ["https://www.instagram.com/asha/", "https://www.instagram.com/asha/"],
  ["http://instagram.com/asha", "https://instagram.com/asha"],
  ["instagram.com/asha", "https://instagram.com/asha"],
  [
    "instagram.com/asha?igsh=a1&next=https://evil.example#x",
    "https://instagram.com/asha",
  ],
  [
    "https://www.instagram.com/asha/reels/",
    "https://www.instagram.com/asha/reels/",
  ],
  [
    "https://www.instagram.com/p/Cx_1-a/?img_index=1",
    "https://www.instagram.com/p/Cx_1-a/",
  ],
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
  "https://www.instagram.com/accounts/login/?next=https://evil.example",
  "https://www.instagram.com//evil.example",
  "https://www.instagram.com/%2F%2Fevil.example",
])("refuses %s as an Instagram profile", (input) => {
  expect(instagramUrl(input)).toBeNull();
});

test.each([
  ["asha", "https://youtube.com/@asha"],
  ["@asha-beats", "https://youtube.com/@asha-beats"],
  ["https://youtube.com/@asha", "https://youtube.com/@asha"],
  ["https://www.youtube.com/watch?v=1", "https://www.youtube.com/watch?v=1"],
  [
    "youtube.com/watch?list=a&v=b_-1&next=//evil.example",
    "https://youtube.com/watch?v=b_-1",
  ],
  ["youtube.com/playlist?list=PL-1", "https://youtube.com/playlist?list=PL-1"],
  ["youtu.be/abc", "https://youtu.be/abc"],
  ["youtu.be/abc?si=x", "https://youtu.be/abc"],
  ["youtube.com/@asha?sub_confirmation=1#x", "https://youtube.com/@asha"],
  ["youtube.com/@asha/videos", "https://youtube.com/@asha/videos"],
  ["youtube.com/@आशा", "https://youtube.com/@%E0%A4%86%E0%A4%B6%E0%A4%BE"],
  ["m.youtube.com/channel/UC_1-a", "https://m.youtube.com/channel/UC_1-a"],
  ["youtube.com/c/asha", "https://youtube.com/c/asha"],
  ["youtube.com/user/asha", "https://youtube.com/user/asha"],
  ["youtube.com/shorts/a_1", "https://youtube.com/shorts/a_1"],
])("accepts %s as a YouTube channel", (input, url) => {
  expect(youtubeUrl(input)).toBe(url);
});

test.each([
  "https://youtube.com.evil.example/@asha",
  "https://vimeo.com/asha",
  "data:text/html,youtube.com/x",
  "youtu.be",
  "https://www.youtube.com/redirect?q=https%3A%2F%2Fevil.example",
  "https://www.youtube.com/redirect/?q=https%3A%2F%2Fevil.example",
  "https://www.youtube.com/attribution_link?u=//evil.example",
  "https://accounts.youtube.com/@asha?continue=https://evil.example",
  "https://www.youtube.com/watch?q=https://evil.example",
  "https://youtu.be//evil.example",
])("refuses %s as a YouTube channel", (input) => {
  expect(youtubeUrl(input)).toBeNull();
});

test("both fields may be empty", () => {
  expect(isInstagram("  ")).toBe(true);
  expect(isYoutube("")).toBe(true);
});
