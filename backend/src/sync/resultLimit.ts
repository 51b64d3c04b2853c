import type { LiveState, LiveSubscription } from "./liveSubscription.ts";
import type { QueryId } from "./protocol.ts";
import { refusal } from "./refusedQuery.ts";

interface Watched {
  readonly queryId: QueryId;
  readonly subscription: LiveSubscription;
  readonly sent: LiveState | null;
}

/** A query with the state that its client has to learn. */
export interface Changed<Entry extends Watched> {
  readonly queryId: QueryId;
  readonly entry: Entry;
  readonly state: LiveState;
}

/**
 * Returns the changes for a client whose results are too large together. The
 * largest results fail, so that as many queries as possible keep working. The
 * choice depends only on the results: it stays the same until they change, and
 * a failed query gets its result again once it fits.
 */
export function changesThatFit<Entry extends Watched>(
  entries: Iterable<Entry>,
  maxBytes: number,
): Changed<Entry>[] {
  const failure = refusal(
    `The results of a session may have ${maxBytes} bytes at a time.`,
  );
  return smallestFirst(entries).flatMap(({ entry, state, endsAt }) => {
    const { queryId, sent } = entry;
    const shown = endsAt > maxBytes ? failure : state;
    return shown.stamp === sent?.stamp
      ? []
      : [{ queryId, entry, state: shown }];
  });
}

/**
 * Returns the results, smallest first, each with the size of it and all smaller
 * ones together.
 */
function smallestFirst<Entry extends Watched>(entries: Iterable<Entry>) {
  const results: { entry: Entry; state: LiveState }[] = [];
  for (const entry of entries) {
    const { state } = entry.subscription;
    if (state !== null) results.push({ entry, state });
  }
  results.sort((a, b) => sizeOf(a.state) - sizeOf(b.state));
  let endsAt = 0;
  return results.map(({ entry, state }) => {
    endsAt += sizeOf(state);
    return { entry, state, endsAt };
  });
}

export function sizeOf({ tail }: LiveState): number {
  return tail.text.length;
}
