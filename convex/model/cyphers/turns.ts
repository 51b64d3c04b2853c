import type { Doc, Id } from "../../_generated/dataModel";
import {
  barMs,
  barStartMs,
  barsInLoop,
  rideLoopMs,
  type Rhythm,
} from "../../shared/beatGrid";
import { LENGTH_SLACK_MS, type Playing, type Turn } from "../../shared/cyphers";
import {
  believedSection,
  type PlacedSection,
  TAIL_MS,
} from "../../shared/sections";
import { isApart } from "../apart";
import { ring } from "../circle/rings";
import type { ReadCtx, WriteCtx } from "../contexts";
import { appError, lastPlace, turnLength } from "../errors";
import { usernameOf } from "../profiles/profiles";
import { findLastVerse } from "./chain";
import { dropAt, heardIn } from "./drop";
import { findGoingOn, isLive } from "./going";
import { endTurn, findTurn, type HeldCypher, settle } from "./mic";
import { listRappers } from "./people";
import { countHere } from "./rooms";

type UserId = Id<"users">;
type Beat = Doc<"beats">;

/** The part of a take that says how long it is, and where its bars lie. */
interface Take {
  durationMs: number;
  section?: PlacedSection;
}

/**
 * Returns how long the bars of a take last, without the tail after them, in ms.
 */
const barsMsOf = ({ durationMs, section }: Take): number =>
  section ? section.endMs - section.atMs : durationMs - TAIL_MS;

const rhythmOf = ({ bpm, durationMs, grid }: Beat): Rhythm => ({
  bpm,
  loopMs: durationMs,
  firstBarMs: grid?.firstBarMs,
});

/**
 * The rhythm that a room hears: it leaves out the silence that an encoder
 * added.
 */
const rideRhythmOf = (beat: Beat): Rhythm => ({
  ...rhythmOf(beat),
  loopMs: rideLoopMs(beat),
});

/**
 * Returns the turn for which a person publishes a take.
 * @throws TURN_OVER, TURN_LENGTH
 */
export async function loadTurn(
  ctx: ReadCtx,
  userId: UserId,
  { turn, beat, take }: { turn: Turn; beat: Beat; take: Take },
): Promise<HeldCypher> {
  const cypher = await findTurn(ctx, turn);
  if (cypher?.micUserId !== userId || cypher.beatId !== beat._id)
    throw appError("TURN_OVER");
  const believed = { ...take, section: believedSection(take.section) };
  if (!hasBars(believed, beat, cypher)) throw turnLength(cypher.bars);
  return cypher;
}

/**
 * Returns whether a take is as long as its bars and the tail. A browser decodes
 * the beat itself, and so may count one bar more or fewer in each loop.
 */
function hasBars(
  take: Take,
  beat: Beat,
  { bars, nextStartBar }: HeldCypher,
): boolean {
  const { durationMs, section } = take;
  if (section && (section.bars !== bars || section.atMs > LENGTH_SLACK_MS))
    return false;
  const rhythm = rhythmOf(beat);
  const startBar = section?.startBar ?? nextStartBar;
  const roundsMs =
    barStartMs(rhythm, startBar + bars) - barStartMs(rhythm, startBar);
  const lengthsMs = [roundsMs, bars * barMs(rhythm)];
  const barsMs = barsMsOf(take);
  const endMs = section ? section.endMs : barsMs;
  return (
    barsMs >= Math.min(...lengthsMs) - LENGTH_SLACK_MS &&
    barsMs <= Math.max(...lengthsMs) + LENGTH_SLACK_MS &&
    Math.abs(durationMs - endMs - TAIL_MS) <= LENGTH_SLACK_MS
  );
}

/**
 * Returns the verse that a turn answers: the last one. Returns null if there is
 * none, or if it is the person's own, or a block separates the two rappers.
 */
export async function findAnsweredIn(
  ctx: ReadCtx,
  { _id, micUserId }: HeldCypher,
): Promise<Doc<"verses"> | null> {
  const last = await findLastVerse(ctx, _id);
  if (last === null || last.rapperId === micUserId) return null;
  return (await isApart(ctx, micUserId, last.rapperId)) ? null : last;
}

/**
 * Checks that a person may record on a beat. The person who has the mic of a
 * cypher has one place there, even if the limit is lowered. All others need a
 * further free place.
 * @throws VERSE_LIMIT_REACHED, LAST_PLACE
 */
export async function requirePlace(
  ctx: ReadCtx,
  beat: Beat,
  turn: HeldCypher | null,
): Promise<void> {
  if (turn) return;
  const free = beat.versesLimit - beat.verseCount;
  if (free < 1) throw appError("VERSE_LIMIT_REACHED");
  const holderId = free === 1 ? await findHolderOn(ctx, beat._id) : null;
  if (holderId) throw lastPlace(await usernameOf(ctx, holderId));
}

/** Returns whether a person without a mic may record on a beat. */
export async function hasPlace(ctx: ReadCtx, beat: Beat): Promise<boolean> {
  const free = beat.versesLimit - beat.verseCount;
  if (free !== 1) return free > 1;
  return (await findHolderOn(ctx, beat._id)) === null;
}

const findHolderOn = async (
  ctx: ReadCtx,
  beatId: Id<"beats">,
): Promise<UserId | null> =>
  (await findGoingOn(ctx, beatId))?.micUserId ?? null;

/** Ends a turn with the verse that it brought, which has just been inserted. */
export async function endTurnWith(
  ctx: WriteCtx,
  turn: HeldCypher,
  beat: Beat,
  verse: Doc<"verses">,
): Promise<void> {
  const startBar = verse.section?.startBar ?? turn.nextStartBar;
  const rhythm = turn.ride ? rideRhythmOf(beat) : rhythmOf(beat);
  const into = (startBar - 1 + turn.bars) % barsInLoop(rhythm);
  const nextStartBar = into + 1;
  const playing = await heardFrom(ctx, turn, beat, verse);
  await endTurn(ctx, turn, {
    nextStartBar,
    ...(playing && {
      before: heardIn(turn).filter(({ endsAt }) => endsAt > Date.now()),
      playing,
      ride: { at: playing.endsAt, bar: nextStartBar },
    }),
  });
}

/**
 * Returns when the room of a live cypher hears a verse; null in a slow cypher.
 */
async function heardFrom(
  ctx: ReadCtx,
  { _id: cypherId, ride, playing }: HeldCypher,
  beat: Beat,
  verse: Doc<"verses">,
): Promise<Playing | null> {
  if (!ride) return null;
  const room = {
    rhythm: rideRhythmOf(beat),
    ride,
    endsAt: playing?.endsAt ?? 0,
    here: await countHere(ctx, cypherId),
  };
  const startsAt = dropAt(room, Date.now());
  const endsAt = Math.round(startsAt + barsMsOf(verse));
  return { verseId: verse._id, startsAt, endsAt };
}

/**
 * Notifies the people who rapped in a slow cypher, except those who were told
 * already. In a live cypher they hear the verse.
 */
export async function ringRappers(
  ctx: WriteCtx,
  turn: HeldCypher,
  told: readonly (UserId | undefined)[],
): Promise<void> {
  if (isLive(turn)) return;
  const { _id, micUserId: actorId } = turn;
  const event = { kind: "cypherVerse", subjectId: _id, actorId } as const;
  for (const userId of await listRappers(ctx, _id))
    if (!told.includes(userId)) await ring(ctx, { userId, ...event });
}

/**
 * Ends the cypher on a beat that has no free place, unless somebody has its
 * mic.
 */
export async function settleOn(
  ctx: WriteCtx,
  beatId: Id<"beats">,
): Promise<void> {
  const cypher = await findGoingOn(ctx, beatId);
  if (cypher) await settle(ctx, cypher._id);
}
