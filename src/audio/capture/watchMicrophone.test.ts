// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { Scope } from "../../lib/scope";
import { watchMicrophone } from "./watchMicrophone";

afterEach(() => vi.unstubAllGlobals());

/** A browser whose "default" microphone is the one in this group. */
function browserWith(group: string) {
  const devices = { group, change: new EventTarget() };
  const named = (deviceId: string, groupId: string) => ({
    ...{ kind: "audioinput", deviceId, groupId, label: deviceId },
  });
  const mediaDevices = Object.assign(devices.change, {
    enumerateDevices: () =>
      Promise.resolve([
        named("default", devices.group),
        named("earbuds", "a"),
        named("laptop", "b"),
      ]),
  });
  vi.stubGlobal("navigator", { mediaDevices });
  return {
    switchTo: async (next: string) => {
      devices.group = next;
      mediaDevices.dispatchEvent(new Event("devicechange"));
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

function openMicrophone(deviceId: string): MediaStream {
  const track = Object.assign(new EventTarget(), {
    label: "",
    getSettings: () => ({ deviceId, groupId: "" }),
  });
  return { getAudioTracks: () => [track] } as unknown as MediaStream; // the parts that are read
}

function watch(deviceId: string) {
  const scope = new Scope();
  const onSwitch = vi.fn();
  watchMicrophone(scope, openMicrophone(deviceId), onSwitch);
  return { scope, onSwitch };
}

test("tells that the default microphone is another device now", async () => {
  const browser = browserWith("a");
  const { onSwitch } = watch("default");
  await browser.switchTo("b");
  expect(onSwitch).toHaveBeenCalledTimes(1);
});

test("says nothing when another device is plugged in and not used", async () => {
  const browser = browserWith("a");
  const { onSwitch } = watch("default");
  await browser.switchTo("a");
  expect(onSwitch).not.toHaveBeenCalled();
});

test("says nothing about a chosen device, which stays", async () => {
  const browser = browserWith("a");
  const { onSwitch } = watch("laptop");
  await browser.switchTo("b");
  expect(onSwitch).not.toHaveBeenCalled();
});

test("says nothing after the take", async () => {
  const browser = browserWith("a");
  const { scope, onSwitch } = watch("default");
  scope.dispose();
  await browser.switchTo("b");
  expect(onSwitch).not.toHaveBeenCalled();
});
