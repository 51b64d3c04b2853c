import {
  type AddedEngineName,
  type EngineName,
  ensureEngines,
} from "../../tools/scripts/engines.ts";
import { microphoneArguments } from "../microphoneArguments.ts";
import type { VirtualDesktop } from "./virtualDesktop.ts";
import type { Engine, Microphone } from "./engine.ts";
import { PuppeteerEngine } from "./puppeteerEngine.ts";
import { WebKitEngine } from "./webkitEngine.ts";

export interface LaunchOptions {
  /**
   * Whether Firefox opens private windows only. The windows of the other engines are always private
   * under automation.
   */
  readonly isPrivate?: boolean;
  /**
   * Whether Chromium plays into the speakers of the desktop, as the other engines always do. If
   * not, it has no desktop and is silent.
   */
  readonly isHeard?: boolean;
}

/**
 * Starts an engine. Calls `openDesktop` only for engines that need one; closing
 * the desktop also stops their programs.
 */
export async function launchEngine(
  name: EngineName,
  openDesktop: () => Promise<VirtualDesktop>,
  microphone: Microphone = "given",
  options: LaunchOptions = {},
): Promise<Engine> {
  if (name === "chromium")
    return options.isHeard
      ? launchHeardChromium(await openDesktop())
      : launchChromium(microphone);
  const path = pathOf(name);
  const desktop = await openDesktop();
  if (name === "firefox")
    return launchFirefox(path, desktop, microphone, options);
  if (microphone === "refused")
    throw new Error(
      "WebKit under automation never asks for the microphone, so it cannot be refused.",
    );
  const nowhere = { PULSE_SERVER: "unix:/nowhere" };
  return WebKitEngine.launch(
    desktop,
    path,
    microphone === "absent" ? nowhere : {},
  );
}

/** Fails with the reason if the engine is not installed. */
function pathOf(name: AddedEngineName): string {
  const { path, missing } = ensureEngines(() => undefined)[name];
  if (path === null) throw new Error(`${name}: ${missing}`);
  return path;
}

function launchChromium(microphone: Microphone): Promise<Engine> {
  return PuppeteerEngine.launch("chromium", {
    executablePath: process.env.CHROME_PATH,
    args: [
      "--no-sandbox",
      "--autoplay-policy=no-user-gesture-required",
      ...(microphone === "given" ? microphoneArguments : []),
    ],
  });
}

function launchHeardChromium({ env }: VirtualDesktop): Promise<Engine> {
  return PuppeteerEngine.launch("chromium", {
    executablePath: process.env.CHROME_PATH,
    env: { ...process.env, ...env },
    ignoreDefaultArgs: ["--mute-audio"],
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required"],
  });
}

/** Starts Firefox with a profile that outlives it. */
export function launchLastingFirefox(
  desktop: VirtualDesktop,
  profile: string,
): Promise<PuppeteerEngine> {
  return launchFirefox(pathOf("firefox"), desktop, "given", {
    userDataDir: profile,
  });
}

function launchFirefox(
  executablePath: string,
  { env }: VirtualDesktop,
  microphone: Microphone,
  { isPrivate = false, userDataDir }: LaunchOptions & { userDataDir?: string },
): Promise<PuppeteerEngine> {
  return PuppeteerEngine.launch("firefox", {
    browser: "firefox",
    executablePath,
    env: { ...process.env, ...env },
    userDataDir,
    extraPrefsFirefox: {
      "browser.privatebrowsing.autostart": isPrivate,
      // 1 allows, 2 refuses.
      "permissions.default.microphone": microphone === "given" ? 1 : 2,
      "media.autoplay.default": 0,
      // A tab must keep playing and recording when another person's tab is in
      // front.
      "media.block-autoplay-until-in-foreground": false,
      "media.devices.unfocused.enabled": true,
    },
  });
}
