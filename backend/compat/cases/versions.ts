/**
 * Tests published versions of `convex`: first their clients, with an app that
 * the newest CLI deployed, then their CLI.
 */
import { deepStrictEqual, equal, match, rejects } from "node:assert/strict";
import { makeFunctionReference } from "convex/server";
import type { CompatCase } from "../harness/compatCase.ts";
import type { Deployment } from "../harness/deployment.ts";
import { packageOf, type PublishedConvex } from "../harness/publishedConvex.ts";

/**
 * First minor version whose CLI can push. Users of older versions must get an
 * explanation.
 */
const FIRST_MINOR_THAT_PUSHES = 28;

/** The newest minor version that is refused, the oldest that pushes, and a recent one. */
const MINORS = [27, 28, 46] as const;

const list = makeFunctionReference<"query">("notes:list");
const add = makeFunctionReference<"mutation">("notes:add");
const total = makeFunctionReference<"action">("notes:total");

const note = (text: string) => ({
  text,
  count: 2n ** 60n,
  bytes: new Uint8Array([0, 255]).buffer,
});

export const versions: readonly CompatCase[] = MINORS.map((minor) => {
  const component = `convex-1-${minor}`;
  const convex = () => packageOf(component);
  return {
    component,
    app: "versions",
    checks: [
      {
        functions: ["ConvexHttpClient"],
        name: "runs queries, mutations and actions and throws typed errors",
        run: async (app) => drivesHttpClient(await convex(), app),
      },
      {
        functions: ["ConvexClient"],
        name: "shows another client's mutation to a subscription",
        run: async (app) => seesMutations(await convex(), app),
      },
      {
        functions: ["ConvexClient"],
        name: "keeps a subscription and a mutation across a server restart",
        run: async (app) => outlivesRestart(await convex(), app),
      },
      minor < FIRST_MINOR_THAT_PUSHES
        ? {
            functions: ["convex deploy"],
            name: "rejects the CLI and names the required version",
            run: async (app) => {
              const { cli } = await convex();
              const isRefused = (error: unknown) => {
                match(
                  String(error),
                  /takes pushes of the convex package 1\.28/,
                );
                return true;
              };
              await rejects(app.deployWith(cli), isRefused);
            },
          }
        : {
            functions: ["convex deploy"],
            name: "accepts a push of the CLI",
            run: async (app) => app.deployWith((await convex()).cli),
          },
    ],
  };
});

async function drivesHttpClient(
  { ConvexHttpClient, ConvexError }: PublishedConvex,
  app: Deployment,
): Promise<void> {
  const client = new ConvexHttpClient(app.url);
  equal(await client.mutation(add, note("first")), null);
  deepStrictEqual(await client.query(list, {}), [note("first")]);
  equal(await client.action(total, {}), 2n ** 60n);
  await rejects(client.mutation(add, note("")), (error) => {
    equal(error instanceof ConvexError, true);
    deepStrictEqual((error as { data?: unknown }).data, { code: "EMPTY" });
    return true;
  });
}

async function seesMutations(
  convex: PublishedConvex,
  app: Deployment,
): Promise<void> {
  const client = new convex.ConvexClient(app.url);
  try {
    const seen = follow(client);
    await app.mutation("notes:add", note("second"));
    await seen.until("second");
  } finally {
    await client.close();
  }
}

async function outlivesRestart(
  convex: PublishedConvex,
  app: Deployment,
): Promise<void> {
  const client = new convex.ConvexClient(app.url);
  try {
    const seen = follow(client);
    await seen.until("second");
    await app.restart();
    await client.mutation(add, note("third"));
    await seen.until("third");
    equal(seen.texts().filter((text) => text === "third").length, 1);
  } finally {
    await client.close();
  }
}

/**
 * Subscribes to all notes. `until` waits until a note with this text arrives,
 * for at most a minute.
 */
function follow(client: InstanceType<PublishedConvex["ConvexClient"]>) {
  let texts: string[] = [];
  let look = (): void => undefined;
  client.onUpdate(list, {}, (notes: { text: string }[]) => {
    texts = notes.map(({ text }) => text);
    look();
  });
  return {
    texts: () => texts,
    until: (text: string) =>
      new Promise<void>((resolve, reject) => {
        const late = () => reject(new Error(`"${text}" did not arrive.`));
        const timeout = setTimeout(late, 60_000);
        look = () => {
          if (!texts.includes(text)) return;
          clearTimeout(timeout);
          resolve();
        };
        look();
      }),
  };
}
