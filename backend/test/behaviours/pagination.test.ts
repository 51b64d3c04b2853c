import { behaviours } from "./harness/behaviours.ts";
import type { Args, Deployment } from "./harness/deployment.ts";
import { addThings, addValues } from "./harness/fixtures.ts";

interface Page {
  readonly labels: string[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor?: string | null;
  readonly pageStatus?: string | null;
}

function page(
  d: Deployment,
  paginationOpts: Args,
  reading: Args = { index: "by_a" },
): Promise<Page> {
  return d.query<Page>("things:page", { paginationOpts, ...reading });
}

/** All pages, one after the other. */
async function pages(
  d: Deployment,
  numItems: number,
  reading?: Args,
): Promise<string[][]> {
  const all = [];
  let cursor: string | null = null;
  for (;;) {
    const { labels, isDone, continueCursor }: Page = await page(
      d,
      { numItems, cursor },
      reading,
    );
    all.push(labels);
    if (isDone || all.length > 20) return all;
    cursor = continueCursor;
  }
}

const cursors = {
  why: "a cursor that is none, or of another query, is an `InvalidCursor`; convex-test takes it as it comes",
  wanted: true,
} as const;

behaviours("pagination", { before: (d) => addValues(d, [0, 1, 2, 3, 4, 5]) }, [
  {
    title: "pages follow each other until all are done",
    run: (d) => pages(d, 4),
    is: [
      ["0", "1", "2", "3"],
      ["4", "5"],
    ],
  },
  {
    title: "in descending order",
    run: (d) => pages(d, 4, { index: "by_a", order: "desc" }),
    is: [
      ["5", "4", "3", "2"],
      ["1", "0"],
    ],
  },
  {
    title: "over the whole table",
    run: (d) => pages(d, 5, {}),
    is: [["0", "1", "2", "3", "4"], ["5"]],
  },
  {
    title: "over a range",
    run: (d) =>
      pages(d, 2, {
        index: "by_a",
        range: [{ op: "gte", field: "a", value: 3 }],
      }),
    is: [["3", "4"], ["5"]],
  },
  {
    title: "of an empty range, done at once",
    run: (d) =>
      pages(d, 2, {
        index: "by_a",
        range: [{ op: "gt", field: "a", value: 30 }],
      }),
    is: [[]],
  },
  {
    title: "a filter does not make pages shorter",
    run: (d) =>
      pages(d, 2, { filters: [["eq", ["mod", ["field", "a"], 2], 1]] }),
    is: [["1", "3"], ["5"]],
  },
  {
    title: "one that is exactly filled",
    run: async (d) => {
      const { labels, isDone } = await page(d, { numItems: 6, cursor: null });
      return [labels.length, isDone];
    },
    is: [6, true],
  },
  {
    title: "many with the same key",
    run: async (d) => {
      await addThings(
        d,
        ["a", "b", "c"].map((label) => ({ label, a: 0 })),
      );
      return pages(d, 2);
    },
    is: [["0", "a"], ["b", "c"], ["1", "2"], ["3", "4"], ["5"]],
  },
  {
    title: "keys of all types are kept in cursors",
    run: async (d) => {
      await addThings(d, [
        { label: "missing" },
        { label: "null", a: null },
        { label: "int", a: 2n ** 60n },
        { label: "inf", a: -Infinity },
        { label: "bytes", a: new Uint8Array([0, 255]).buffer },
        { label: "text", a: "\u0000🎤" },
      ]);
      return (await pages(d, 1)).flat().join(" ");
    },
    is: "missing null int inf 0 1 2 3 4 5 text bytes",
  },
  {
    title: "no items asked for",
    run: async (d) => {
      const { labels, isDone } = await page(d, { numItems: 0, cursor: null });
      return [labels, isDone];
    },
    differs: {
      convexTest: { is: [["0"], false] },
      embedded: { is: [[], false] },
      why: "a page of no items is empty; that of convex-test has one",
      wanted: true,
    },
  },
  {
    title: "what is put in before the cursor is not met again",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 3, cursor: null });
      await addThings(d, [
        { label: "before", a: 1.5 },
        { label: "after", a: 2.5 },
      ]);
      const next = await page(d, { numItems: 2, cursor: continueCursor });
      return next.labels;
    },
    is: ["after", "3"],
  },
  {
    title: "a cursor outlives its document",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 3, cursor: null });
      await d.mutation("things:remove", { label: "2" });
      const next = await page(d, { numItems: 2, cursor: continueCursor });
      return next.labels;
    },
    is: ["3", "4"],
  },
  {
    title: "a document that moves on is met again",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 3, cursor: null });
      await d.mutation("things:setA", { label: "0", a: 9 });
      const next = await page(d, { numItems: 9, cursor: continueCursor });
      return next.labels;
    },
    is: ["3", "4", "5", "0"],
  },
  {
    title: "up to an end cursor, whatever was put between",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 2, cursor: null });
      await addThings(d, [{ label: "between", a: 0.5 }]);
      const again = await page(d, {
        numItems: 1,
        cursor: null,
        endCursor: continueCursor,
      });
      return [again.labels, again.isDone];
    },
    is: [["0", "between", "1"], false],
  },
  {
    title: "between a cursor and an end cursor",
    run: async (d) => {
      const first = await page(d, { numItems: 2, cursor: null });
      const cursor = first.continueCursor;
      const second = await page(d, { numItems: 2, cursor });
      const endCursor = second.continueCursor;
      await addThings(d, [{ label: "between", a: 2.5 }]);
      const again = await page(d, { numItems: 1, cursor, endCursor });
      return [again.labels, again.continueCursor === endCursor];
    },
    is: [["2", "between", "3"], true],
  },
  {
    title: "the end cursor of the last page takes in what is put after it",
    run: async (d) => {
      const last = await page(d, { numItems: 9, cursor: null });
      await addThings(d, [{ label: "new", a: 9 }]);
      const again = await page(d, {
        numItems: 1,
        cursor: null,
        endCursor: last.continueCursor,
      });
      return [again.labels.length, again.isDone];
    },
    is: [7, true],
  },
  {
    title: "after the end there is nothing",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 9, cursor: null });
      await addThings(d, [{ label: "new", a: 9 }]);
      const next = await page(d, { numItems: 9, cursor: continueCursor });
      return [next.labels, next.isDone];
    },
    is: [[], true],
  },
  {
    title: "no more rows are read than allowed",
    run: async (d) => {
      const { labels, isDone, pageStatus } = await page(
        d,
        { numItems: 3, cursor: null, maximumRowsRead: 4 },
        { filters: [["gte", ["field", "a"], 3]] },
      );
      return { labels, isDone, pageStatus };
    },
    is: { labels: ["3"], isDone: false, pageStatus: "SplitRequired" },
  },
  {
    title: "a page that must be split says where",
    run: async (d) => {
      const opts = { numItems: 5, cursor: null, maximumRowsRead: 4 };
      const { splitCursor, continueCursor } = await page(d, opts);
      const split = { numItems: 5, cursor: null, endCursor: splitCursor ?? "" };
      const rest = {
        numItems: 5,
        cursor: splitCursor ?? "",
        endCursor: continueCursor,
      };
      const halves = [await page(d, split), await page(d, rest)];
      return halves.flatMap(({ labels }) => labels);
    },
    is: ["0", "1", "2", "3"],
  },
  {
    title: "no more bytes are read than allowed",
    run: async (d) => {
      const opts = { numItems: 5, cursor: null, maximumBytesRead: 1 };
      const { labels, pageStatus } = await page(d, opts);
      return { labels, pageStatus };
    },
    is: { labels: ["0"], pageStatus: "SplitRequired" },
  },
  {
    title: "a function paginates once",
    run: (d) => d.query("things:twoPages"),
    failsWith: "paginate",
  },
  {
    title: "a nested query paginates for itself",
    run: async (d) => {
      await d.mutation("notes:add", {
        notes: [{ owner: "x", text: "one", likes: 0 }],
      });
      return d.query("nested:pagesOfTwoCalls");
    },
    is: ["one", "one"],
  },
  {
    title: "a cursor that is none",
    run: (d) => page(d, { numItems: 1, cursor: "nonsense" }),
    differs: {
      convexTest: { failsWith: "Unexpected token" },
      embedded: { failsWith: "InvalidCursor" },
      ...cursors,
    },
  },
  {
    title: "a cursor of another query",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 1, cursor: null });
      const other = { index: "by_a", order: "desc" };
      const { labels } = await page(
        d,
        { numItems: 1, cursor: continueCursor },
        other,
      );
      return labels;
    },
    differs: {
      convexTest: { is: [] },
      embedded: { failsWith: "InvalidCursor" },
      ...cursors,
    },
  },
  {
    title: "other options are refused",
    run: (d) => page(d, { numItems: 1, cursor: null, unknown: 1 }),
    failsWith: "unknown",
  },
]);
