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

/** Reads all pages, one after another. */
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
  why: "an invalid cursor, or one from another query, fails with `InvalidCursor`; convex-test accepts it",
  wanted: true,
} as const;

behaviours("pagination", { before: (d) => addValues(d, [0, 1, 2, 3, 4, 5]) }, [
  {
    title: "pages follow each other until the end",
    run: (d) => pages(d, 4),
    is: [
      ["0", "1", "2", "3"],
      ["4", "5"],
    ],
  },
  {
    title: "pages work in descending order",
    run: (d) => pages(d, 4, { index: "by_a", order: "desc" }),
    is: [
      ["5", "4", "3", "2"],
      ["1", "0"],
    ],
  },
  {
    title: "pages cover the whole table",
    run: (d) => pages(d, 5, {}),
    is: [["0", "1", "2", "3", "4"], ["5"]],
  },
  {
    title: "pages cover a range",
    run: (d) =>
      pages(d, 2, {
        index: "by_a",
        range: [{ op: "gte", field: "a", value: 3 }],
      }),
    is: [["3", "4"], ["5"]],
  },
  {
    title: "an empty range is done at once",
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
    title: "an exactly filled page is done",
    run: async (d) => {
      const { labels, isDone } = await page(d, { numItems: 6, cursor: null });
      return [labels.length, isDone];
    },
    is: [6, true],
  },
  {
    title: "documents with the same key are paginated",
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
    title: "cursors keep keys of all types",
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
    title: "a page of zero items is empty",
    run: async (d) => {
      const { labels, isDone } = await page(d, { numItems: 0, cursor: null });
      return [labels, isDone];
    },
    differs: {
      convexTest: { is: [["0"], false] },
      embedded: { is: [[], false] },
      why: "a page of size 0 is empty; on convex-test it has one item",
      wanted: true,
    },
  },
  {
    title: "NaN is no page size",
    run: async (d) => {
      const opts = { numItems: NaN, cursor: null };
      return (await page(d, opts)).labels.length;
    },
    differs: {
      convexTest: { is: 1 },
      embedded: { failsWith: "`numItems` must be a finite number." },
      why: "a page size that is not a finite number is refused; on convex-test the page has one item",
      wanted: true,
    },
  },
  {
    title: "documents inserted before the cursor are not returned",
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
    title: "a document that moves past the cursor is returned again",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 3, cursor: null });
      await d.mutation("things:setA", { label: "0", a: 9 });
      const next = await page(d, { numItems: 9, cursor: continueCursor });
      return next.labels;
    },
    is: ["3", "4", "5", "0"],
  },
  {
    title: "a page up to an end cursor includes new documents",
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
    title: "a page between two cursors includes new documents",
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
    title:
      "a page up to the last end cursor includes documents added at the end",
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
    title: "a page after the end is empty",
    run: async (d) => {
      const { continueCursor } = await page(d, { numItems: 9, cursor: null });
      await addThings(d, [{ label: "new", a: 9 }]);
      const next = await page(d, { numItems: 9, cursor: continueCursor });
      return [next.labels, next.isDone];
    },
    is: [[], true],
  },
  {
    title: "a page reads no more rows than allowed",
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
    title: "a page that must be split has a split cursor",
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
    title: "a page reads no more bytes than allowed",
    run: async (d) => {
      const opts = { numItems: 5, cursor: null, maximumBytesRead: 1 };
      const { labels, pageStatus } = await page(d, opts);
      return { labels, pageStatus };
    },
    is: { labels: ["0"], pageStatus: "SplitRequired" },
  },
  {
    title: "a function may paginate once",
    run: (d) => d.query("things:twoPages"),
    failsWith: "paginate",
  },
  {
    title: "a nested query may paginate separately",
    run: async (d) => {
      await d.mutation("notes:add", {
        notes: [{ owner: "x", text: "one", likes: 0 }],
      });
      return d.query("nested:pagesOfTwoCalls");
    },
    is: ["one", "one"],
  },
  {
    title: "a malformed cursor is rejected",
    run: (d) => page(d, { numItems: 1, cursor: "nonsense" }),
    differs: {
      convexTest: { failsWith: "Unexpected token" },
      embedded: { failsWith: "InvalidCursor" },
      ...cursors,
    },
  },
  {
    title: "a cursor of another query is rejected",
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
    title: "unknown options are rejected",
    run: (d) => page(d, { numItems: 1, cursor: null, unknown: 1 }),
    failsWith: "unknown",
  },
]);
