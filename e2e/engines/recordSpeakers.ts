import { readFile } from "node:fs/promises";
import { ANALYSIS_RATE } from "../audio.ts";
import type { VirtualDesktop } from "./virtualDesktop.ts";

interface Recording {
  /** Returns what has been played so far, as samples of 32 bits. */
  read(): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Records what the speakers of a desktop play into a file. `channels` are flags of `parec`. */
export async function recordSpeakers(
  desktop: VirtualDesktop,
  file: string,
  { speakers = "speakers", channels = "--channels=1" } = {},
): Promise<Recording> {
  const format = `--raw --rate=${ANALYSIS_RATE} --format=float32le ${channels}`;
  const command = `exec parec ${format} -d ${speakers}.monitor > "${file}"`;
  const recording = desktop.start("sh", ["-c", command]);
  const read = () => readFile(file);
  await recording.ready(async () => (await read()).length || null);
  return { read, stop: () => recording.stop() };
}
