/**
 * Finds the browsers other than Chromium that run the engine stories: Firefox
 * and WebKitGTK, with a sound server as their microphone. Installs what is
 * missing from Debian's packages if this process may do that.
 */
import { globSync } from "node:fs";
import {
  aptRefusal,
  findOnPath,
  installPackages,
  type Say,
} from "./programs.ts";

export type EngineName = "chromium" | "firefox" | "webkit";
export type AddedEngineName = Exclude<EngineName, "chromium">;

/** `path` starts the browser; otherwise `missing` says why there is none. */
export type EngineFinding =
  | { readonly path: string; readonly missing: null }
  | { readonly path: null; readonly missing: string };

interface Part {
  readonly name: string;
  readonly package: string;
  /** Returns its path, or undefined if it is not installed. */
  find(): string | undefined;
}

const SOUND_SERVER = ["pulseaudio", "pactl", "paplay"];

const parts: Record<AddedEngineName, readonly [Part, ...Part[]]> = {
  firefox: [
    {
      name: "Firefox",
      package: "firefox-esr",
      find: () =>
        process.env.FIREFOX_PATH ?? findOnPath("firefox-esr", "firefox")[0],
    },
    ...SOUND_SERVER.map(soundProgram),
  ],
  webkit: [
    {
      name: "MiniBrowser of WebKitGTK",
      package: "webkit2gtk-driver",
      find: () => globSync("/usr/lib*/{*/,}webkit2gtk-4.1/MiniBrowser")[0],
    },
    program("WebKitWebDriver", "webkit2gtk-driver"),
    program("Xvfb", "xvfb"),
    ...SOUND_SERVER.map(soundProgram),
    // WebKit records, plays and decodes through GStreamer.
    plugin("libgstpulseaudio.so", "gstreamer1.0-plugins-good"),
    plugin("libgstvoaacenc.so", "gstreamer1.0-plugins-bad"),
    plugin("libgstlibav.so", "gstreamer1.0-libav"),
  ],
};

export type EngineFindings = Readonly<Record<AddedEngineName, EngineFinding>>;

/** Variable through which child processes learn what this process has found. */
const SETTING = "ENGINES_FOUND";

/**
 * Finds or installs both engines. Searches once per run, however many processes
 * call it.
 */
export function ensureEngines(say: Say): EngineFindings {
  const known = process.env[SETTING];
  if (known !== undefined) return JSON.parse(known) as EngineFindings; // written below
  const found = {
    firefox: ensureEngine("firefox", say),
    webkit: ensureEngine("webkit", say),
  };
  process.env[SETTING] = JSON.stringify(found);
  return found;
}

/** Returns a readable line for each missing engine. */
export function missingEngines(findings: EngineFindings): string[] {
  return Object.entries(findings).flatMap(([name, { missing }]) =>
    missing === null ? [] : [`No ${name} stories: ${missing}`],
  );
}

/** Finds the engine, installing what is missing if possible. */
function ensureEngine(name: AddedEngineName, say: Say): EngineFinding {
  const missing = missingParts(name);
  const refusal = missing.length > 0 ? aptRefusal() : null;
  if (missing.length > 0 && refusal === null) {
    const packages = [...new Set(missing.map((part) => part.package))];
    say(`Installing ${packages.join(", ")} with apt-get for ${name}.`);
    installPackages(packages);
  }
  return findEngine(name, refusal ?? "apt-get did not bring it");
}

function findEngine(name: AddedEngineName, why: string): EngineFinding {
  const path = parts[name][0].find();
  const missing = missingParts(name);
  if (path !== undefined && missing.length === 0)
    return { path, missing: null };
  const names = missing.map((part) => part.name).join(", ");
  const packages = [...new Set(missing.map((part) => part.package))].join(" ");
  return {
    path: null,
    missing: `${names} not found, and ${why}; Debian's packages are: ${packages}`,
  };
}

function missingParts(name: AddedEngineName): Part[] {
  return parts[name].filter((part) => part.find() === undefined);
}

function program(name: string, debianPackage: string): Part {
  const find = () => findOnPath(name)[0];
  return { name, package: debianPackage, find };
}

function soundProgram(name: string): Part {
  return program(name, name === "pulseaudio" ? name : "pulseaudio-utils");
}

function plugin(file: string, debianPackage: string): Part {
  const find = () => globSync(`/usr/lib*/{*/,}gstreamer-1.0/${file}`)[0];
  return { name: file, package: debianPackage, find };
}
