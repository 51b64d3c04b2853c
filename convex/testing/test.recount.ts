/**
 * Counts every stored number again, and looks for rows that belong to nothing.
 */
import { ConvexError, type GenericValidator } from "convex/values";
import type { Doc, TableNames } from "../_generated/dataModel";
import { MOST_HEARD } from "../shared/limits";
import { MESSAGES } from "../shared/messages";
import { isRapper } from "../shared/roles";
import schema from "../schema";
import { TABLES } from "./test.traces";
import type { World } from "./test.world";

type Row = Record<string, unknown> & { _id: string };
type Item = Doc<"beats"> | Doc<"verses">;

/** Fields that may name a row which no longer exists. */
const OUTLIVES: ReadonlySet<string> = new Set([
  "cases.subjectId",
  "cases.matchesId",
  "decisions.subjectId",
  "keptVerses.heldOn.verseId",
  "keptVerses.heldOn.beatId",
]);

interface Rows {
  of<Table extends TableNames>(table: Table): readonly Doc<Table>[];
  readonly files: readonly string[];
}

/**
 * Returns what is wrong with a world in which nothing is running. Each text
 * begins with an id.
 */
export async function miscounts(world: World): Promise<string[]> {
  const rows = await rowsOf(world);
  return [
    ...lostNames(rows),
    ...itemCounts(rows),
    ...answerCounts(rows),
    ...itemRows(rows),
    ...listLengths(rows),
    ...cyphers(rows),
  ];
}

async function rowsOf(world: World): Promise<Rows> {
  const read = new Map<TableNames, readonly unknown[]>();
  for (const table of TABLES) read.set(table, await world.rows(table));
  const stored = await world.storedFiles();
  return {
    of: (table) => (read.get(table) ?? []) as never, // read from this table
    files: stored.map(({ _id }) => _id),
  };
}

const itemsOf = (rows: Rows): readonly Item[] => [
  ...rows.of("beats"),
  ...rows.of("verses"),
];

const ownerOf = (item: Item) =>
  "producerId" in item ? item.producerId : item.rapperId;

/** Reports a number that differs from what the rows say. */
const differs = (
  id: string,
  what: string,
  stored: unknown,
  counted: unknown,
) =>
  stored === counted
    ? []
    : [`${id}: ${what} is ${String(stored)}, not ${String(counted)}`];

/**
 * Reports each id in a row that names no row, unless the row may outlive it.
 */
function lostNames(rows: Rows): string[] {
  const known = new Set(rows.files);
  for (const table of TABLES)
    for (const { _id } of rows.of(table)) known.add(_id);
  return TABLES.flatMap((table) => {
    const { validator } = schema.tables[table];
    return (rows.of(table) as readonly Row[]).flatMap((row) =>
      idsIn(validator, row, table)
        .filter(({ id, path }) => !known.has(id) && !OUTLIVES.has(path))
        .map(({ id, path }) => `${id}: named by ${path} of ${row._id}`),
    );
  });
}

interface Named {
  readonly id: string;
  readonly path: string;
}

/** Returns the ids in a value. Leaves out ids of jobs, because jobs end. */
function idsIn(form: GenericValidator, value: unknown, path: string): Named[] {
  if (form.kind === "object") {
    const held = (value ?? {}) as Record<string, unknown>; // its validator says so
    const fields = Object.entries(
      form.fields as Record<string, GenericValidator>,
    );
    return fields.flatMap(([name, field]) =>
      idsIn(field, held[name], `${path}.${name}`),
    );
  }
  const forms: GenericValidator[] =
    form.kind === "union" ? form.members : [form];
  const isId = forms.some(
    (one) => one.kind === "id" && one.tableName !== "_scheduled_functions",
  );
  return isId && typeof value === "string" ? [{ id: value, path }] : [];
}

function itemCounts(rows: Rows): string[] {
  const votes = rows.of("votes");
  const likes = new Map<string, number>();
  const wrong = itemsOf(rows).flatMap((item) => {
    const { _id, voteCount } = item;
    const received = votes.filter(({ contentId }) => contentId === _id).length;
    const owner = ownerOf(item);
    likes.set(owner, (likes.get(owner) ?? 0) + received);
    return differs(_id, "voteCount", voteCount, received);
  });
  const liked = new Map(rows.of("likes").map((row) => [row.userId, row.count]));
  const people = rows.of("profiles").map(({ userId }) => userId);
  return [
    ...wrong,
    ...people.flatMap((id) =>
      differs(id, "likes", liked.get(id) ?? 0, likes.get(id) ?? 0),
    ),
  ];
}

function answerCounts(rows: Rows): string[] {
  const verses = rows.of("verses");
  const on = (beatId: string) =>
    verses.filter((verse) => verse.beatId === beatId).length;
  return [
    ...rows
      .of("beats")
      .flatMap(({ _id, verseCount }) =>
        differs(_id, "verseCount", verseCount, on(_id)),
      ),
    ...verses.flatMap(({ _id, answerCount = 0, firstAnswerId }) => {
      const answers = verses
        .filter(({ answersId }) => answersId === _id)
        .sort((a, b) => a.createdAt - b.createdAt);
      return [
        ...differs(_id, "answerCount", answerCount, answers.length),
        ...differs(_id, "firstAnswerId", firstAnswerId, answers[0]?._id),
      ];
    }),
  ];
}

/**
 * Reports items that do not have exactly one waveform and one row of first
 * listens.
 */
function itemRows(rows: Rows): string[] {
  const listens = rows.of("listens");
  const items = itemsOf(rows);
  const wrong = items.flatMap(({ _id }) => {
    const is = ({ contentId }: { contentId: string }) => contentId === _id;
    const [hearing, ...more] = rows.of("hearings").filter(is);
    const heard = hearing?.heard ?? -1;
    const isKnown = heard >= listens.filter(is).length && heard <= MOST_HEARD;
    return [
      ...differs(_id, "rows of listens", more.length, 0),
      ...differs(_id, "heard by enough", isKnown, true),
      ...differs(_id, "waveforms", rows.of("waveforms").filter(is).length, 1),
    ];
  });
  return [
    ...wrong,
    ...differs("voteShards", "left", rows.of("voteShards").length, 0),
  ];
}

function listLengths(rows: Rows): string[] {
  const lengths = new Map<string, number>();
  const add = (list: string) => lengths.set(list, (lengths.get(list) ?? 0) + 1);
  for (const { genre, state, producerId } of rows.of("beats")) {
    for (const g of ["*", genre])
      for (const s of ["*", state]) add(`beats/genre=${g}/state=${s}`);
    add(`beats/producer=${producerId}`);
  }
  for (const { rapperId } of rows.of("verses")) {
    add("verses");
    add(`verses/rapper=${rapperId}`);
  }
  for (const { followedId, isYoung } of rows.of("follows")) {
    add(`followers/of=${followedId}`);
    if (!isYoung) add(`followers/ringing=${followedId}`);
  }
  const kept = new Map<string, number>();
  for (const { list, count } of rows.of("listTotals"))
    kept.set(list, (kept.get(list) ?? 0) + count);
  return [...new Set([...lengths.keys(), ...kept.keys()])]
    .filter((list) => list !== "hearings/opened")
    .flatMap((list) =>
      differs(list, "length", kept.get(list) ?? 0, lengths.get(list) ?? 0),
    );
}

function cyphers(rows: Rows): string[] {
  const going = rows.of("cyphers").filter(({ status }) => status !== "ended");
  const holders = going.flatMap(({ micUserId }) => micUserId ?? []);
  const away = new Set(rows.of("suspensions").map(({ userId }) => userId));
  const raps = new Set(
    rows
      .of("profiles")
      .filter(({ role }) => isRapper(role))
      .map(({ userId }) => userId),
  );
  const wrong = rows.of("cyphers").flatMap((cypher) => {
    const { _id, beatId, status, micUserId, micDueAt, micJobId } = cypher;
    const { endReason, idleJobId, turnNo } = cypher;
    const isHeld = micUserId !== null;
    const chain = rows.of("verses").filter(({ cypherId }) => cypherId === _id);
    const same = going.filter((one) => one.beatId === beatId);
    const isOpen = status === "open";
    const isOver = status === "ended";
    return [
      ...differs(_id, "going on its beat", same.length > 1, false),
      ...differs(_id, "has a time", micDueAt !== null, isHeld),
      ...differs(_id, "has a job", micJobId !== null, isHeld),
      ...differs(_id, "waits", idleJobId !== null, !isOver && !isHeld),
      ...differs(_id, "held though not open", isHeld && !isOpen, false),
      ...differs(
        _id,
        "goes on free",
        !isOver && !isHeld && endReason !== null,
        false,
      ),
      ...differs(_id, "ended for nothing", isOver && endReason === null, false),
      ...differs(_id, "empty", isOver && chain.length === 0, false),
      ...differs(_id, "turns", cypher.verseCount <= turnNo, true),
      ...differs(_id, "chain", chain.length <= cypher.verseCount, true),
    ];
  });
  const inLine = rows.of("cypherPeople").filter(({ inLineAt }) => inLineAt);
  const wrongLine = inLine.flatMap(({ cypherId, userId }) => {
    const cypher = going.find(({ _id }) => _id === cypherId);
    return [
      ...differs(cypherId, "a line of", cypher?.pace, "live"),
      ...differs(
        userId,
        "waits for a mic",
        cypher?.micUserId === userId,
        false,
      ),
      ...differs(userId, "suspended in line", away.has(userId), false),
      ...differs(userId, "in line may rap", raps.has(userId), true),
    ];
  });
  return [
    ...wrong,
    ...wrongLine,
    ...holders.flatMap((id) => [
      ...differs(id, "mics", holders.filter((one) => one === id).length, 1),
      ...differs(id, "suspended with a mic", away.has(id), false),
      ...differs(id, "may rap", raps.has(id), true),
    ]),
  ];
}

/** Returns the failed jobs, except mails: there is no server for them. */
export const failedJobs = (world: World) =>
  world.t.run(async ({ db }) => {
    const jobs = await db.system.query("_scheduled_functions").collect();
    const failed = jobs.filter(
      ({ state, name }) => state.kind === "failed" && !name.startsWith("mail"),
    );
    return new Map(failed.map(({ _id, name }) => [_id, name]));
  });

/** Returns null for a call that succeeded, or was refused with a known code. */
export function problemOf(
  result: PromiseSettledResult<unknown>,
): string | null {
  if (result.status === "fulfilled") return null;
  const { reason } = result as { reason: unknown };
  if (!(reason instanceof ConvexError)) return String(reason);
  const { code } = reason.data as { code: string }; // without a code, the next line reports it
  return code in MESSAGES ? null : JSON.stringify(reason.data);
}
