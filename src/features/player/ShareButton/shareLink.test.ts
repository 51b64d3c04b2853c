import { afterEach, expect, it, vi } from "vitest";
import { shareLink } from "./shareLink";

const LINK = "https://gully.example/beats/b1";

function browserWith(parts: Partial<Navigator>) {
  vi.stubGlobal("navigator", parts);
}

afterEach(() => vi.unstubAllGlobals());

it("offers the link to the system where that takes links", async () => {
  const share = vi.fn(async () => undefined);
  browserWith({ share });
  expect(await shareLink("Monsoon", LINK)).toBe("offered");
  expect(share).toHaveBeenCalledWith({ title: "Monsoon", url: LINK });
});

it("says nothing to whom closes the system's sheet", async () => {
  const share = () => Promise.reject(new DOMException("", "AbortError"));
  browserWith({ share });
  expect(await shareLink("Monsoon", LINK)).toBe("offered");
});

it("copies the link elsewhere", async () => {
  const writeText = vi.fn(async () => undefined);
  browserWith({ clipboard: { writeText } as Partial<Clipboard> as Clipboard }); // all that is used of it
  expect(await shareLink("Monsoon", LINK)).toBe("copied");
  expect(writeText).toHaveBeenCalledWith(LINK);
});

it("tells when neither is there, as on an address without TLS", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  browserWith({});
  expect(await shareLink("Monsoon", LINK)).toBe("failed");
});
