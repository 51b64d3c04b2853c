// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { shareLink } from "./shareLink";

const LINK = "https://gully.example/beats/b1";

function browserWith(parts: Partial<Navigator>) {
  vi.stubGlobal("navigator", parts);
}

/** Defines `execCommand`, which jsdom lacks. */
function allowCopying(execCommand: () => boolean) {
  Object.assign(document, { execCommand });
}

afterEach(() => vi.unstubAllGlobals());

test("opens the share sheet where the browser has one", async () => {
  const share = vi.fn(async () => undefined);
  browserWith({ share });
  expect(await shareLink("Monsoon", LINK)).toBe("offered");
  expect(share).toHaveBeenCalledWith({ title: "Monsoon", url: LINK });
});

test("shares a text that names the link instead, or copies it", async () => {
  const text = `Answer me: ${LINK}`;
  const share = vi.fn(async () => undefined);
  browserWith({ share });
  await shareLink("Monsoon", LINK, text);
  expect(share).toHaveBeenCalledWith({ title: "Monsoon", text });
  const writeText = vi.fn(async () => undefined);
  browserWith({ clipboard: { writeText } as Partial<Clipboard> as Clipboard }); // only this method is used
  await shareLink("Monsoon", LINK, text);
  expect(writeText).toHaveBeenCalledWith(text);
});

test("treats a dismissed share sheet as shared", async () => {
  const share = () => Promise.reject(new DOMException("", "AbortError"));
  browserWith({ share });
  expect(await shareLink("Monsoon", LINK)).toBe("offered");
});

test("copies the link to the clipboard otherwise", async () => {
  const writeText = vi.fn(async () => undefined);
  browserWith({ clipboard: { writeText } as Partial<Clipboard> as Clipboard }); // only this method is used
  expect(await shareLink("Monsoon", LINK)).toBe("copied");
  expect(writeText).toHaveBeenCalledWith(LINK);
});

test("copies with execCommand where there is no clipboard, as over plain http", async () => {
  browserWith({});
  const copied: string[] = [];
  allowCopying(() => {
    const { activeElement } = document;
    if (activeElement instanceof HTMLTextAreaElement)
      copied.push(activeElement.value);
    return true;
  });
  expect(await shareLink("Monsoon", LINK)).toBe("copied");
  expect(copied).toEqual([LINK]);
  expect(document.querySelector("textarea")).toBeNull();
});

test("reports when the browser refuses to copy", async () => {
  allowCopying(() => false);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  browserWith({});
  expect(await shareLink("Monsoon", LINK)).toBe("failed");
});
