import { behaviours } from "./harness/behaviours.ts";
import { addNotes, notes } from "./harness/fixtures.ts";

behaviours("queries", {}, [
  {
    title: "the first of none is null",
    run: (d) => d.query("queries:first"),
    is: null,
  },
  {
    title: "the first is the oldest",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:first");
    },
    is: "one",
  },
  {
    title: "the first in descending order is the newest",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:last");
    },
    is: "three",
  },
  {
    title: "unique of none is null",
    run: (d) => d.query("queries:only", { owner: "asha" }),
    is: null,
  },
  {
    title: "unique of one is it",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:only", { owner: "bala" });
    },
    is: "two",
  },
  {
    title: "unique of two fails",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:only", { owner: "asha" });
    },
    failsWith: "unique() query returned more than one result",
  },
  {
    title: "an iteration may stop in the middle",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:iterateUntil", { text: "two" });
    },
    is: ["one", "two"],
  },
  {
    title: "two iterations in turn do not disturb each other",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:interleaved");
    },
    is: ["one", "three", "two", "two"],
  },
  {
    title: "a query is consumed once",
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
    title: "every table has an index of creation times",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:byCreation");
    },
    is: ["two", "three"],
  },
  {
    title: "every table has an index of ids",
    run: async (d) => {
      const [, second = ""] = await addNotes(d);
      return d.query("queries:byId", { id: second });
    },
    is: ["two"],
  },
  {
    title: "get gives a document with its system fields",
    run: async (d) => {
      const [first = ""] = await addNotes(d);
      const note = await d.query<Record<string, unknown>>("notes:get", {
        id: first,
      });
      const { _id, _creationTime, ...fields } = note;
      return [_id === first, typeof _creationTime, fields];
    },
    is: [true, "number", notes[0]],
  },
  {
    title: "get of a removed document is null",
    run: async (d) => {
      const [first = ""] = await addNotes(d);
      await d.mutation("notes:remove", { id: first });
      return d.query("notes:get", { id: first });
    },
    is: null,
  },
  {
    title: "get names its table",
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
    title: "get from another table fails",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.query("queries:getFrom", { table: "things", id });
    },
    failsWith: "table 'things'",
  },
  {
    title: "get of what is no id",
    run: (d) => d.query("queries:getAny", { id: "nonsense" }),
    differs: {
      convexTest: { is: null },
      embedded: { failsWith: "nonsense" },
      why: "`db.get` of what is no id fails; on convex-test it is null",
      wanted: true,
    },
  },
  {
    title: "normalizeId knows the ids of its table",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return (
        id === (await d.query("queries:normalize", { table: "notes", id }))
      );
    },
    is: true,
  },
  {
    title: "normalizeId is null for an id of another table",
    run: async (d) => {
      const [id = ""] = await addNotes(d);
      return d.query("queries:normalize", { table: "things", id });
    },
    is: null,
  },
  {
    title: "normalizeId is null for what is no id",
    run: (d) => d.query("queries:normalize", { table: "notes", id: "x" }),
    is: null,
  },
  {
    title: "a query cannot write",
    run: (d) => d.query("queries:writes"),
    failsWith: "insert is not a function",
  },
  {
    title: "undefined arrives as null",
    run: (d) => d.query("queries:undefinedResult"),
    is: null,
  },
  {
    title: "take(0) is empty",
    run: async (d) => {
      await addNotes(d);
      return d.query("queries:limitless", { n: 0 });
    },
    is: 0,
  },
  {
    title: "take(-1) is refused",
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
    title: "the clock stands while a query runs",
    run: (d) => d.query("queries:clockStands"),
    differs: {
      convexTest: { is: false },
      embedded: { is: true },
      why: "`Date.now()` stands while a query or mutation runs; on convex-test it goes on",
      wanted: true,
    },
  },
  {
    title: "a variable that is not set is undefined",
    run: (d) => d.query("queries:environment", { name: "NOT_SET" }),
    is: null,
  },
]);
