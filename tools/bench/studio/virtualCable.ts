/**
 * A desktop whose speakers are wired to its microphone: what a browser plays
 * comes back after a known delay, marked.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { VirtualDesktop } from "../../../e2e/engines/virtualDesktop.ts";

const run = promisify(execFile);

export interface Cable {
  readonly sampleRate: number;
  /** Rate of the recorder's output in Hz, if it differs from the microphone's. */
  readonly outputRate?: number;
  /** Added to the delay that the sound server and the browser have by themselves. */
  readonly delayMs: number;
}

/** Below the sound server's own priority on a desktop. */
const PRIORITY = "5";

export function openCable({ sampleRate, delayMs }: Cable) {
  const format = `rate=${sampleRate} format=s16le`;
  return VirtualDesktop.open({
    sampleRate,
    devices: (folder) => [
      `load-module module-null-sink sink_name=speakers ${format} channels=2`,
      `load-module module-pipe-source source_name=microphone file=${join(folder, "line")} ${format} channels=1`,
    ],
    fill(desktop, folder) {
      const filter = join(import.meta.dirname, "cableFilter.ts");
      const raw = `--raw --rate=${sampleRate} --format=s16le --channels=1 --latency-msec=5`;
      desktop.start("sh", [
        "-c",
        `parec ${raw} -d speakers.monitor | "${process.execPath}" "${filter}" ${sampleRate} ${delayMs} > "${join(folder, "line")}"`,
      ]);
      // The microphone stays in use: otherwise old sound would wait in its pipe.
      desktop.start("sh", [
        "-c",
        `exec parec ${raw} -d microphone > /dev/null`,
      ]);
    },
  });
}

/**
 * Gives every program with sound of this desktop the priority of a sound device:
 * the server, the cable and Chromium's audio service, as on Android and on a
 * desktop with rtkit. Returns false where this is not permitted.
 */
export async function promoteSound({ env }: VirtualDesktop): Promise<boolean> {
  const server = env.PULSE_SERVER ?? "";
  const pids = readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    const isHere = readProc(name, "environ").includes(server);
    return isHere && hasSound(readProc(name, "cmdline"));
  });
  const args = (pid: string) => ["-a", "-f", "-p", PRIORITY, pid];
  const promoted = await Promise.allSettled(
    pids.map((pid) => run("chrt", args(pid))),
  );
  return promoted.every(({ status }) => status === "fulfilled");
}

function hasSound(commandLine: string): boolean {
  return ["pulseaudio", "parec", "cableFilter", "audio.mojom"].some((part) =>
    commandLine.includes(part),
  );
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
