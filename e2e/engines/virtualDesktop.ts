/**
 * Gives browsers an environment that is separate from the user's desktop: a
 * display and a sound server with speakers and a microphone. A rapper's voice
 * plays into the microphone in a loop. Everything lives in a temporary folder
 * and ends with `close`.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fixture } from "../audio.ts";
import { PERFORMANCE } from "../plugCable.ts";
import { BoundProcess } from "./boundProcess.ts";

const run = promisify(execFile);

/** The devices that stand for a desktop's speakers and microphone. */
export interface SoundRoom {
  /** Sample rate in Hz that browsers take for that of the hardware. */
  readonly sampleRate: number;
  /** Devices, as lines of a PulseAudio start-up script. One source is called "microphone". */
  devices(folder: string): readonly string[];
  /** Starts the programs that play into the microphone. */
  fill(desktop: VirtualDesktop, folder: string): void;
}

/**
 * A rapper plays into the microphone in a loop. WebKit does not accept a sink
 * monitor as a microphone, so the monitor is remapped to a source.
 */
const ROOM_WITH_RAPPER: SoundRoom = {
  sampleRate: 44_100,
  devices: () => [
    "load-module module-null-sink sink_name=speakers",
    "load-module module-null-sink sink_name=mouth",
    "load-module module-remap-source source_name=microphone master=mouth.monitor",
  ],
  fill(desktop) {
    const again = 'while paplay --device=mouth "$0"; do :; done';
    desktop.start("sh", ["-c", again, fixture(PERFORMANCE)]);
  },
};

export class VirtualDesktop {
  /** Environment variables for every browser that runs here. */
  readonly env: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #running: BoundProcess[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
    this.env = {
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      PULSE_SERVER: `unix:${join(folder, "sound")}`,
      // Turns off D-Bus, so that browsers cannot start services of the user's
      // desktop.
      DBUS_SESSION_BUS_ADDRESS: "disabled:",
      NO_AT_BRIDGE: "1",
    };
  }

  static async open(room = ROOM_WITH_RAPPER): Promise<VirtualDesktop> {
    const desktop = new VirtualDesktop(
      await mkdtemp(join(tmpdir(), "gully-desktop-")),
    );
    try {
      await desktop.#startSound(room);
      return desktop;
    } catch (error) {
      await desktop.close();
      throw error;
    }
  }

  /** Opens a new display and returns its name for `DISPLAY`. */
  async openDisplay(): Promise<string> {
    const args = ["-displayfd", "1", "-nolisten", "tcp"];
    const display = this.start("Xvfb", [
      ...args,
      "-screen",
      "0",
      "1440x1000x24",
    ]);
    const number = await display.ready(
      async () => /^\d+$/m.exec(display.output)?.[0] ?? null,
    );
    return `:${number}`;
  }

  /** Starts a program that `close` will stop. */
  start(program: string, args: readonly string[], env = {}): BoundProcess {
    const started = new BoundProcess(program, args, { ...this.env, ...env });
    this.#running.push(started);
    return started;
  }

  /** Stops the newest programs first, because they depend on older ones. */
  async close(): Promise<void> {
    for (const running of this.#running.splice(0).reverse())
      await running.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #startSound(room: SoundRoom): Promise<void> {
    const script = join(this.#folder, "sound.pa");
    const devices = room.devices(this.#folder);
    await writeFile(script, soundScript(join(this.#folder, "sound"), devices));
    const settings = join(this.#folder, ".config", "pulse");
    await mkdir(settings, { recursive: true });
    await writeFile(
      join(settings, "daemon.conf"),
      `default-sample-rate = ${room.sampleRate}\n`,
    );
    const server = this.start("pulseaudio", [
      ...["-n", "-F", script, "--daemonize=no", "--use-pid-file=no"],
      "--exit-idle-time=-1",
    ]);
    const env = { ...process.env, ...this.env };
    await server.ready(async () => {
      const { stdout } = await run("pactl", ["get-default-source"], { env });
      return stdout.startsWith("microphone") ? stdout : null;
    });
    room.fill(this, this.#folder);
  }
}

/** Returns the PulseAudio start-up script. */
function soundScript(socket: string, devices: readonly string[]): string {
  return [
    `load-module module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    ...devices,
    "set-default-sink speakers",
    "set-default-source microphone",
    "",
  ].join("\n");
}
