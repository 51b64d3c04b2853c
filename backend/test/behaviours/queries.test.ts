import { behaviours } from "./harness/behaviours.ts";
import { addNotes, NOTES } from "./harness/fixtures.ts";

behaviours("queries", {}, [
  {
    title: "first returns null without documents",
    run: (d) => d.query("queries:first"),
    is: null,
  },
  {
    title: "first returns the oldest document",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:first");
    },
    is: "one",
  },
  {
    title: "first returns the newest document in descending order",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:last");
    },
    is: "three",
  },
  {
    title: "unique returns null without documents",
    run: (d) => d.query("queries:only", { owner: "asha" }),
    is: null,
  },
  {
    title: "unique returns the only document",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:only", { owner: "bala" });
    },
    is: "two",
  },
  {
    title: "unique fails for two documents",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:only", { owner: "asha" });
    },
    failsWith: "unique() query returned more than one result",
  },
  {
    title: "an iteration may stop early",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:iterateUntil", { text: "two" });
    },
    is: ["one", "two"],
  },
  {
    title: "interleaved iterations do not affect each other",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:interleaved");
    },
    is: ["one", "three", "two", "two"],
  },
  {
    title: "a query can be consumed only once",
    run: (d) => d.query("queries:consumedTwice"),
    failsWith: "has been chained with another operator",
  },
  {
    title: "queries run in parallel",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:inParallel");
    },
    is: [3, "one"],
  },
  {
    title: "every table has an index on creation time",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:byCreation");
    },
    is: ["two", "three"],
  },
  {
    title: "every table has an index on ids",
    run: async (d) => {
      const [, second = ""] = await addNotes(d);
      return d.query("queries:byId", { id: second });
    },
    is: ["two"],
  },
  {
    title: "get returns a document with its system fields",
    run: async (d) => {
      const [first = ""] = await addNotes(d);
      const note = await d.query<Record<string, unknown>>("notes:get", {
        id: first,
      });
      const { _id, _creationTime, ...fields } = note;
      return [_id === first, typeof _creationTime, fields];
    },
    is: [true, "number", NOTES[0]],
  },
  {
    title: "get returns null for a deleted document",
    run: async (d) => {
      const [first = ""] = await addNotes(d);
      await d.mutation("notes:remove", { id: first });
      return d.query("notes:get", { id: first });
    },
    is: null,
  },
  {
    title: "get accepts the name of the table",
    run: async (d) => {
      const [first = ""] = await addNotes(d);
      const note = await d.query<{ text: string }>("queries:getFrom", {
        table: "notes",
        id: first,
      });
      return note.text;
    },
    is: "one",
  },
  {
    title: "get fails for an id of another table",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.query("queries:getFrom", { table: "things", id });
    },
    failsWith: "table 'things'",
  },
  {
    title: "get fails for a malformed id",
    run: (d) => d.query("queries:getAny", { id: "nonsense" }),
    differs: {
      convexTest: { is: null },
      embedded: { failsWith: "nonsense" },
      why: "`db.get` fails for anything that is not an ID; on convex-test it returns null",
      wanted: true,
    },
  },
  {
    title: "normalizeId returns an id of the table",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return (
        id === (await d.query("queries:normalize", { table: "notes", id }))
      );
    },
    is: true,
  },
  {
    title: "normalizeId returns null for an id of another table",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.query("queries:normalize", { table: "things", id });
    },
    is: null,
  },
  {
    title: "normalizeId returns null for a malformed id",
    run: (d) => d.query("queries:normalize", { table: "notes", id: "x" }),
    is: null,
  },
  {
    title: "a query cannot write",
    run: (d) => d.query("queries:writes"),
    failsWith: "insert is not a function",
  },
  {
    title: "an undefined result arrives as null",
    run: (d) => d.query("queries:undefinedResult"),
    is: null,
  },
  {
    title: "take(0) returns nothing",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:limitless", { n: 0 });
    },
    is: 0,
  },
  {
    title: "take(-1) is rejected",
    run: (d) => d.query("queries:limitless", { n: -1 }),
    failsWith: "must be a non-negative integer",
  },
  {
    title: "a query has no fetch",
    run: (d) => d.query("queries:fetches"),
    failsWith: "fetch",
  },
  {
    title: "a query has Web Crypto",
    run: async (d) => {
      const bytes = await d.query<ArrayBuffer>("queries:digest", { text: "a" });
      return Buffer.from(bytes).toString("hex").slice(0, 8);
    },
    is: "ca978112",
  },
  {
    title: "the clock is frozen while a query runs",
    run: (d) => d.query("queries:clockStands"),
    differs: {
      convexTest: { is: false },
      embedded: { is: true },
      why: "`Date.now()` does not advance during a query or mutation; on convex-test it does",
      wanted: true,
    },
  },
  {
    title: "an unset variable is undefined",
    run: (d) => d.query("queries:environment", { name: "NOT_SET" }),
    is: null,
  },
  {
    title: "the audit log accepts an entry",
    run: (d) => d.query("queries:audited"),
    is: "audited",
  },
]);
