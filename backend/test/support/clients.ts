/**
 * Helpers for the stock clients. Clients belong to one test and are closed with
 * it.
 */
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import type { Value } from "convex/values";

type Args = Record<string, Value | undefined>;

export function query<Result = unknown>(name: string) {
  return makeFunctionReference<"query", Args, Result>(name);
}

export function mutation<Result = unknown>(name: string) {
  return makeFunctionReference<"mutation", Args, Result>(name);
}

export function action<Result = unknown>(name: string) {
  return makeFunctionReference<"action", Args, Result>(name);
}

export class Clients implements AsyncDisposable {
  readonly #clients: ConvexClient[] = [];

  open(url: string): ConvexClient {
    const client = new ConvexClient(url, {
      unsavedChangesWarning: false,
      logger: false,
    });
    this.#clients.push(client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

/**
 * Collects every result that a client shows for a query, oldest first,
 * including errors.
 */
export function watch<Result>(
  client: ConvexClient,
  reference: FunctionReference<"query", "public", Args, Result>,
  args: Args,
): (Result | Error)[] {
  const results: (Result | Error)[] = [];
  client.onUpdate(
    reference,
    args,
    (result) => results.push(result),
    (error) => results.push(error),
  );
  return results;
}
