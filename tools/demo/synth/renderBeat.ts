import { crackle, makeKit } from "./drums.ts";
import { type BeatPlan, Grid, STEPS_PER_BAR } from "./grid.ts";
import { Loop } from "./loop.ts";
import { pick, type Random, seededRandom } from "./random.ts";
import { hzOf } from "./scales.ts";
import { normalise, type Stereo } from "./sound.ts";
import { type Style, STYLES } from "./styles.ts";
import { INSTRUMENTS } from "./tones.ts";

const PROGRESSIONS = [
  [0, 0, 5, 4],
  [0, 5, 3, 4],
  [0, 3, 0, 4],
  [0, -2, 5, 4],
  [0, 0, 3, 1],
] as const;

interface Session {
  readonly plan: BeatPlan;
  readonly style: Style;
  readonly grid: Grid;
  readonly random: Random;
  readonly loop: Loop;
  /** Scale degree that a bar's chord is built on. */
  readonly chordOf: (bar: number) => number;
}

/**
 * Renders a loop of about ten seconds. The same plan gives the same samples.
 */
export function renderBeat(plan: BeatPlan): Stereo {
  const random = seededRandom(plan.seed);
  const grid = new Grid(plan);
  const progression = pick(random, PROGRESSIONS);
  const session: Session = {
    plan,
    style: STYLES[plan.genre],
    grid,
    random,
    loop: new Loop(grid.seconds),
    chordOf: (bar) => progression[bar % progression.length] ?? 0,
  };
  addDrums(session);
  addBass(session);
  addChords(session);
  addMelody(session);
  const { left, right } = session.loop.channels;
  normalise([left, right]);
  return { left, right };
}

function addDrums({ style, grid, random, loop }: Session): void {
  const kit = makeKit(style.kit, random);
  for (const { bar, step, sign } of grid.strikes(style.kick))
    loop.add(kit.kick, grid.timeOf(bar, step), sign === "o" ? 0.55 : 1);
  for (const { bar, step, sign } of grid.strikes(style.snare))
    loop.add(kit.snare, grid.timeOf(bar, step), sign === "x" ? 0.75 : 0.3);
  for (const { bar, step, sign } of grid.strikes(style.hat)) {
    const sound = sign === "O" ? kit.openHat : kit.hat;
    const strokes = sign === "r" ? 3 : 1;
    const accent = step % 4 === 0 ? 0.42 : 0.3;
    for (let stroke = 0; stroke < strokes; stroke += 1) {
      const late = (stroke / strokes) * grid.stepSeconds;
      const gain = (sign === "o" ? 0.5 : 1) * (accent - stroke * 0.05);
      loop.add(sound, grid.timeOf(bar, step) + late, gain, 0.2);
    }
  }
  if (style.isDusty) loop.add(crackle(random, grid.seconds), 0, 0.14);
}

const BASS_DEGREES: Readonly<Record<string, number>> = { "5": 4, "8": 7 };

function addBass({ plan, style, grid, random, loop, chordOf }: Session): void {
  const play = INSTRUMENTS[style.bass];
  const notes = [...grid.strikes(style.bassline)];
  notes.forEach(({ bar, step, sign }, index) => {
    const next = notes[index + 1];
    const end = next ? next.bar * STEPS_PER_BAR + next.step : Infinity;
    const steps = Math.min(6, end - (bar * STEPS_PER_BAR + step));
    const degree = chordOf(bar) + (BASS_DEGREES[sign] ?? 0);
    const hz = hzOf(plan.scale, plan.root - 24, degree);
    const sound = play(
      {
        hz,
        seconds: steps * grid.stepSeconds * 0.95,
        endHz: sign === "/" ? hz * 2 : hz,
      },
      random,
    );
    loop.add(sound, grid.timeOf(bar, step), 0.55);
  });
}

function addChords({
  plan,
  style,
  grid,
  random,
  loop,
  chordOf,
}: Session): void {
  if (style.chords === null) return;
  const play = INSTRUMENTS[style.chords];
  for (let bar = 0; bar < grid.bars; bar += 1) {
    [0, 2, 4].forEach((third, voice) => {
      const hz = hzOf(plan.scale, plan.root - 12, chordOf(bar) + third);
      const seconds = grid.stepSeconds * (STEPS_PER_BAR - 1);
      const sound = play({ hz, seconds }, random);
      loop.add(sound, grid.timeOf(bar, 0), 0.16, (voice - 1) * 0.5);
    });
  }
}

/**
 * Repeats one motif per bar, transposed with the chords; every fourth bar
 * answers with another motif.
 */
function addMelody({
  plan,
  style,
  grid,
  random,
  loop,
  chordOf,
}: Session): void {
  const play = INSTRUMENTS[style.lead];
  const call = makeMotif(style, random);
  const answer = makeMotif(style, random);
  for (let bar = 0; bar < grid.bars; bar += 1) {
    for (const { step, degree } of bar % 4 === 3 ? answer : call) {
      const hz = hzOf(plan.scale, plan.root, chordOf(bar) + degree);
      const sound = play({ hz, seconds: grid.stepSeconds * 2.5 }, random);
      loop.add(sound, grid.timeOf(bar, step), 0.26, -0.25);
    }
  }
}

function makeMotif({ leadDensity }: Style, random: Random) {
  let degree = pick(random, [0, 2, 4]);
  const notes: { step: number; degree: number }[] = [];
  for (let step = 0; step < STEPS_PER_BAR; step += 1) {
    const { strong, weak } = leadDensity;
    const isPlayed = step === 0 || random() < (step % 2 === 0 ? strong : weak);
    if (!isPlayed) continue;
    notes.push({ step, degree });
    degree = Math.max(
      -2,
      Math.min(8, degree + pick(random, [-2, -1, 1, 1, 2])),
    );
  }
  return notes;
}
