import { behaviours } from "./harness/behaviours.ts";
import type { Deployment } from "./harness/deployment.ts";
import { addNotes, textsOf } from "./harness/fixtures.ts";

const NOTE = { owner: "x", text: "x", likes: 0 };

/** Returns a document without its system fields. */
async function noteOf(d: Deployment, id: string): Promise<unknown> {
  const note = await d.query<Record<string, unknown> | null>("notes:get", {
    id,
  });
  if (note === null) return null;
  const { _id, _creationTime, ...fields } = note;
  return fields;
}

async function removedId(d: Deployment): Promise<string> {
  const [id = ""] = await addNotes(d);
  await d.mutation("notes:remove", { id });
  return id;
}

const gone = {
  differs: {
    convexTest: { failsWith: "non-existent doc" },
    embedded: { failsWith: "onexistent document ID" },
    why: "writes to a deleted document fail with Convex's message, `… on nonexistent document ID`",
    wanted: true,
  },
} as const;

behaviours("mutations", {}, [
  {
    title: "an inserted document can be read",
    run: async (d) => {
      await addNotes(d);
      return textsOf(d);
    },
    is: ["one", "two", "three"],
  },
  {
    title: "an insert into a table outside the schema is rejected",
    run: (d) =>
      d
        .mutation("mutations:insertInto", { table: "nowhere", document: {} })
        .then(() => "inserted"),
    differs: {
      convexTest: { is: "inserted" },
      embedded: { failsWith: "nowhere" },
      why: "a table that is not in the schema accepts no documents; on convex-test it does",
      wanted: true,
    },
  },
  {
    title: "an insert with an _id is rejected",
    run: (d) =>
      d.mutation("mutations:insertInto", {
        table: "notes",
        document: { ...NOTE, _id: "x" },
      }),
    failsWith: "_id",
  },
  {
    title: "an insert with a _creationTime is rejected",
    run: (d) =>
      d.mutation("mutations:insertInto", {
        table: "notes",
        document: { ...NOTE, _creationTime: 1 },
      }),
    failsWith: "_creationTime",
  },
  {
    title: "an insert of a value that is not an object is rejected",
    run: (d) =>
      d.mutation("mutations:insertInto", { table: "notes", document: 1 }),
    failsWith: "object",
  },
  {
    title: "a failed mutation leaves nothing",
    run: async (d) => {
      await d.mutation("mutations:failAfterInsert").catch(() => undefined);
      return textsOf(d);
    },
    is: [],
  },
  {
    title: "a mutation reads its own writes",
    run: (d) => d.mutation("mutations:insertAndCount"),
    is: 1,
  },
  {
    title: "creation times rise within a mutation",
    run: (d) => d.mutation("mutations:timesRise"),
    is: true,
  },
  {
    title: "patch replaces the given fields",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("notes:patch", { id, fields: { likes: 9, tag: "new" } });
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "one", likes: 9, tag: "new" },
  },
  {
    title: "patch with undefined removes a field",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("notes:patch", { id, fields: { tag: "new" } });
      await d.mutation("notes:unset", { id, field: "tag" });
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "one", likes: 3 },
  },
  {
    title: "patch cannot remove a required field",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("notes:unset", { id, field: "likes" });
    },
    failsWith: "likes",
  },
  {
    title: "patch fails if the result does not match the schema",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("notes:patch", { id, fields: { likes: "many" } });
    },
    failsWith: "many",
  },
  {
    title: "patch with nothing changes nothing",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("notes:patch", { id, fields: {} });
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "one", likes: 3 },
  },
  {
    title: "two patches in one mutation add up",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("mutations:patchTwice", { id });
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "patched", likes: 1 },
  },
  {
    title: "patch keeps the creation time",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      const [before] = await d.query<{ _creationTime: number }[]>("notes:all");
      await d.mutation("notes:patch", { id, fields: { likes: 9 } });
      const [after] = await d.query<{ _creationTime: number }[]>("notes:all");
      return before?._creationTime === after?._creationTime;
    },
    is: true,
  },
  {
    title: "patch accepts the document's own system fields",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      const [note] = await d.query<Record<string, never>[]>("notes:all");
      const fields = { ...note, likes: 9 };
      await d.mutation("notes:patch", { id, fields });
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "one", likes: 9 },
  },
  {
    title: "patch rejects another _id",
    run: async (d) => {
      const [id = "", other = ""] = await addNotes(d);
      return d.mutation("notes:patch", { id, fields: { _id: other } });
    },
    failsWith: "does not match the document",
  },
  {
    title: "patch rejects another _creationTime",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("notes:patch", { id, fields: { _creationTime: 1 } });
    },
    failsWith: "does not match the document",
  },
  {
    title: "patch fails for a deleted document",
    run: async (d) =>
      d.mutation("notes:patch", { id: await removedId(d), fields: {} }),
    ...gone,
  },
  {
    title: "replace keeps only the given fields",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("notes:patch", { id, fields: { tag: "old" } });
      await d.mutation("notes:replace", { id, note: NOTE });
      return noteOf(d, id);
    },
    is: NOTE,
  },
  {
    title: "replace accepts the document's own system fields",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      const [note] = await d.query<Record<string, never>[]>("notes:all");
      await d.mutation("notes:replace", { id, note: { ...note, likes: 9 } });
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "one", likes: 9 },
  },
  {
    title: "replace rejects another _id",
    run: async (d) => {
      const [id = "", other = ""] = await addNotes(d);
      const note = { ...NOTE, _id: other };
      return d.mutation("notes:replace", { id, note });
    },
    failsWith: "does not match the document",
  },
  {
    title: "replace fails if the document does not match the schema",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("notes:replace", { id, note: { owner: "x" } });
    },
    failsWith: "text",
  },
  {
    title: "replace fails for a deleted document",
    run: async (d) =>
      d.mutation("notes:replace", { id: await removedId(d), note: NOTE }),
    ...gone,
  },
  {
    title: "delete removes a document",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("notes:remove", { id });
      return textsOf(d);
    },
    is: ["two", "three"],
  },
  {
    title: "delete fails for a deleted document",
    run: async (d) => d.mutation("notes:remove", { id: await removedId(d) }),
    ...gone,
  },
  {
    title: "get returns null after delete in the same mutation",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("mutations:removeAndGet", { id });
    },
    is: null,
  },
  ...(["patch", "replace", "delete"] as const).map((act) => ({
    title: `${act} may name its table`,
    run: async (d: Deployment) => {
      const [id = ""] = await addNotes(d);
      await d.mutation("mutations:withTable", { id, table: "notes", act });
      return textsOf(d);
    },
    is: act === "delete" ? ["two", "three"] : ["by table", "two", "three"],
  })),
  ...(["patch", "replace", "delete"] as const).map((act) => ({
    title: `${act} with the name of another table`,
    run: async (d: Deployment) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("mutations:withTable", { id, table: "things", act });
    },
    failsWith: "table 'things'",
  })),
  {
    title: "an index shows the mutation's own writes",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.mutation("mutations:moveAndRead", { id, likes: 1 });
    },
    is: ["one", "three"],
  },
  {
    title: "an iteration sees documents inserted meanwhile",
    run: async (d) => {
      await addNotes(d);
      return d.mutation("mutations:insertWhileIterating");
    },
    differs: {
      convexTest: { is: ["one", "two", "three"] },
      embedded: { is: ["one", "two", "three", "one+", "two+"] },
      why: "an iteration sees documents that its own mutation inserts ahead of it; on convex-test it sees only those present when it began",
      wanted: true,
    },
  },
  {
    title: "concurrent increments all count",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      await Promise.all(
        Array.from({ length: 10 }, () =>
          d.mutation("mutations:increment", { id }),
        ),
      );
      return noteOf(d, id);
    },
    is: { owner: "asha", text: "one", likes: 13 },
  },
  {
    title: "a mutation may write nothing",
    run: (d) => d.mutation("mutations:writesNothing"),
    is: "done",
  },
  {
    title: "a mutation has no timers",
    run: (d) => d.mutation("queries:sleeps"),
    failsWith: "setTimeout",
  },
  {
    title: "a document of more than 1 MiB is rejected",
    run: (d) => d.mutation("mutations:insertBig", { bytes: 1_100_000 }),
    differs: {
      convexTest: { is: null },
      embedded: { failsWith: "Value is too large" },
      why: "documents over 1 MiB are refused; convex-test accepts them",
      wanted: true,
    },
  },
  {
    title: "a mutation may not write too many documents",
    run: (d) => d.mutation("mutations:insertMany", { count: 16_001 }),
    failsWith: "16000",
  },
  {
    title: "a table may hold documents of several shapes",
    run: (d) =>
      d.mutation("mutations:insertShape", {
        shape: { kind: "square", side: 2 },
      }),
    is: "square",
  },
  {
    title: "a document that mixes shapes is rejected",
    run: (d) =>
      d.mutation("mutations:insertShape", {
        shape: { kind: "square", radius: 2 },
      }),
    failsWith: "square",
  },
]);
