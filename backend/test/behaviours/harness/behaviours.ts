/**
 * Runs each behaviour against convex-test and against the embedded backend.
 * Differences between them are declared, and listed in backend/README.md.
 */
import { ConvexError, type Value } from "convex/values";
import { describe, expect, test } from "vitest";
import { makeConvexTest } from "./convexTestDeployment.ts";
import type { Deployment } from "./deployment.ts";
import { EmbeddedDeployments } from "./embeddedDeployment.ts";
import { expectListed } from "./listedDifferences.ts";

export type Outcome =
  | { readonly is: unknown }
  /** The call fails, and the error's message contains this text. */
  | { readonly failsWith: string }
  | { readonly failsWithData: Value };

export interface Difference {
  readonly convexTest: Outcome;
  readonly embedded: Outcome;
  /** Must equal the text in `backend/README.md`. */
  readonly why: string;
  /** True if the embedded backend is meant to differ. */
  readonly wanted: boolean;
}

export type Expectation = Outcome | { readonly differs: Difference };

export type Behaviour = Expectation & {
  readonly title: string;
  run(deployment: Deployment): Promise<unknown>;
};

export interface Setting {
  /** Runs before each behaviour. */
  readonly before?: (deployment: Deployment) => Promise<unknown>;
}

/**
 * Defines the tests of one capability: each behaviour on convex-test and on the
 * embedded backend over HTTP and WebSocket.
 */
export function behaviours(
  capability: string,
  { before }: Setting,
  list: readonly Behaviour[],
): void {
  const on = (behaviour: Behaviour, deployment: Deployment) =>
    observe(async () => {
      await before?.(deployment);
      return behaviour.run(deployment);
    });

  describe.each(list)("$title", (behaviour) => {
    test("on convex-test", async () => {
      const seen = await on(behaviour, makeConvexTest());
      expectOutcome(seen, expectedOn("convexTest", behaviour));
      if (!("differs" in behaviour)) return;
      const isSame = matches(seen, behaviour.differs.embedded);
      expect(
        isSame,
        "convex-test behaves as declared for the embedded backend, so this is not a difference.",
      ).toBe(false);
    });

    test.each(["HTTP", "WebSocket"] as const)(
      "embedded, over %s",
      async (transport) => {
        await using embedded = new EmbeddedDeployments();
        const seen = await on(behaviour, embedded.open(transport));
        expectOutcome(seen, expectedOn("embedded", behaviour));
      },
    );
  });

  test("lists the differences in backend/README.md", async () => {
    const differences = list.flatMap((behaviour) =>
      "differs" in behaviour ? [behaviour.differs] : [],
    );
    await expectListed(capability, differences);
  });
}

type Observed = { readonly value: unknown } | { readonly error: Error };

async function observe(work: () => Promise<unknown>): Promise<Observed> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Error) return { error };
    throw error;
  }
}

function expectedOn(
  side: "convexTest" | "embedded",
  behaviour: Behaviour,
): Outcome {
  return "differs" in behaviour ? behaviour.differs[side] : behaviour;
}

function expectOutcome(seen: Observed, expected: Outcome): void {
  if ("is" in expected) {
    if ("error" in seen) throw seen.error;
    expect(seen.value).toEqual(expected.is);
    return;
  }
  if ("value" in seen) {
    expect.fail(`Expected a failure, but got ${JSON.stringify(seen.value)}.`);
  }
  if ("failsWith" in expected) {
    const { message } = seen.error;
    if (message.includes(expected.failsWith)) return;
    expect.fail(
      `Expected an error with "${expected.failsWith}", but got: ${message}`,
    );
  }
  expect(seen.error).toBeInstanceOf(ConvexError);
  expect(seen.error).toHaveProperty("data", expected.failsWithData);
}

function matches(seen: Observed, expected: Outcome): boolean {
  try {
    expectOutcome(seen, expected);
    return true;
  } catch {
    return false;
  }
}
