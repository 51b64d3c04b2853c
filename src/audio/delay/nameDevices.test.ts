// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { nameDevices } from "./nameDevices";

afterEach(() => vi.unstubAllGlobals());

const device = (deviceId: string, groupId: string, kind = "audioinput") => ({
  ...{ kind, deviceId, groupId },
  label: deviceId === "default" ? "Default" : deviceId,
});

/** Returns the key on a page that lists these devices. */
function keyOf(devices: readonly object[]): Promise<string | null> {
  const enumerateDevices = () => Promise.resolve(devices);
  vi.stubGlobal("navigator", { mediaDevices: { enumerateDevices } });
  return nameDevices(null, true);
}

const listWith = (isDefault: "earbuds" | "laptop", load: string) => [
  device("default", `${load} ${isDefault}`),
  device("earbuds", `${load} earbuds`),
  device("laptop", `${load} laptop`),
];

test("recognises the default microphone after a reload, which renames all groups", async () => {
  const before = await keyOf(listWith("earbuds", "first"));
  expect(await keyOf(listWith("earbuds", "second"))).toBe(before);
});

test("tells another default microphone with the same name apart", async () => {
  const earbuds = await keyOf(listWith("earbuds", "first"));
  expect(await keyOf(listWith("laptop", "first"))).not.toBe(earbuds);
});

test("knows no key while the browser hides the names", async () => {
  expect(await keyOf([{ ...device("", ""), label: "" }])).toBeNull();
});
