import type { Random } from "./random.ts";
import { highPass, lowPass, SAMPLE_RATE, shape } from "./sound.ts";

const TURN = 2 * Math.PI;

export interface Kit {
  readonly kick: Float32Array;
  readonly snare: Float32Array;
  readonly hat: Float32Array;
  readonly openHat: Float32Array;
}

export type KitName = "808" | "dusty" | "acoustic" | "hard";

/** Synthesises one stroke of each drum in a kit. */
export function makeKit(name: KitName, random: Random): Kit {
  const kit = {
    "808": () => ({ kick: kick(48, 0.45, 1.4), snare: clap(random) }),
    dusty: () => ({ kick: kick(58, 0.28, 2), snare: snare(random, 185, 0.17) }),
    acoustic: () => ({
      kick: kick(62, 0.22, 1),
      snare: snare(random, 210, 0.2),
    }),
    hard: () => ({ kick: kick(52, 0.3, 4), snare: rimClap(random) }),
  }[name]();
  const brightness = name === "dusty" ? 5_000 : 9_000;
  return {
    kick: kit.kick,
    snare: kit.snare,
    hat: hat(random, 0.05, brightness),
    openHat: hat(random, 0.3, brightness),
  };
}

/** Synthesises the crackle of an old record for a whole loop. */
export function crackle(random: Random, seconds: number): Float32Array {
  let pop = 0;
  const dust = shape(seconds, () => {
    pop = random() < 0.0004 ? random() * 2 - 1 : pop * 0.72;
    return pop + (random() - 0.5) * 0.05;
  });
  return lowPass(dust, 6_000);
}

/** A sine that falls from a click to its pitch. */
function kick(hz: number, seconds: number, drive: number): Float32Array {
  return shape(seconds, (time) => {
    const phase =
      TURN * (hz * time + (hz * 5 * (1 - Math.exp(-time * 38))) / 38);
    const fade = Math.min(1, (seconds - time) / 0.02);
    const body = Math.sin(phase) * Math.exp((-time * 4) / seconds) * fade;
    return Math.tanh(body * drive) / Math.tanh(drive);
  });
}

function snare(random: Random, hz: number, seconds: number): Float32Array {
  const rattle = highPass(noise(random, seconds), 1_200);
  return shape(seconds, (time) => {
    const decay = Math.exp((-time * 5) / seconds);
    const skin = Math.sin(TURN * hz * time) * Math.exp(-time * 32);
    return skin * 0.7 + at(rattle, time) * decay * 0.8;
  });
}

/** Several hands clapping a few milliseconds apart. */
function clap(random: Random): Float32Array {
  const hands = [0, 0.011, 0.023];
  const hiss = lowPass(highPass(noise(random, 0.26), 900), 5_500);
  return shape(0.26, (time) => {
    const burst = hands.reduce(
      (sum, start) =>
        time < start ? sum : sum + Math.exp(-(time - start) * 150),
      0,
    );
    return at(hiss, time) * (burst + Math.exp(-time * 19) * 0.8) * 1.4;
  });
}

function rimClap(random: Random): Float32Array {
  const hands = clap(random);
  return shape(0.26, (time) => {
    const rim = Math.sin(TURN * 820 * time) + Math.sin(TURN * 1_150 * time);
    return at(hands, time) * 0.7 + rim * Math.exp(-time * 90) * 0.35;
  });
}

function hat(random: Random, seconds: number, hz: number): Float32Array {
  const metal = highPass(highPass(noise(random, seconds), hz), hz / 2);
  return shape(
    seconds,
    (time) => at(metal, time) * Math.exp((-time * 5) / seconds),
  );
}

function noise(random: Random, seconds: number): Float32Array {
  return shape(seconds, () => random() * 2 - 1);
}

function at(sound: Float32Array, time: number): number {
  return sound[Math.round(time * SAMPLE_RATE)] ?? 0;
}
