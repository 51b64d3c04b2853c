/** The ways of storing and showing votes that the product is compared with. */
import { openRows } from "./rowTable.ts";
import { openVotes } from "./voteTable.ts";

export interface Vote {
  readonly user: string;
  /** Sends the resulting count to the voter. */
  answer(count: number): void;
}

export interface Board {
  /** Returns what a viewer sees first. */
  state(): object;
  vote(vote: Vote): void;
}

export interface Viewers {
  /** Sends to each viewer with `ws`, as most servers do. */
  sendEach(state: object): void;
  /** Builds one frame and writes it to every socket as it is. */
  sendFrame(state: object): void;
}

/** Keeps the count in memory and sends every state to every viewer. */
export function broadcaster(viewers: Viewers): Board {
  let count = 0;
  return {
    state: () => ({ count }),
    vote(vote) {
      count += 1;
      vote.answer(count);
      viewers.sendEach({ count });
    },
  };
}

/**
 * Stores all waiting votes in one transaction, then sends only the newest state
 * to every viewer.
 */
export function groupCommitter(
  viewers: Viewers,
  dir: string,
  options?: { isRanked: boolean },
): Board {
  const db = openVotes(dir, options);
  let waiting: Vote[] = [];
  const state = () => ({ count: db.readCount(), last: db.lastVotes() });
  const flush = () => {
    const votes = waiting;
    waiting = [];
    const counts = db.commit(votes.map(({ user }) => user));
    votes.forEach((vote, i) => vote.answer(counts[i] ?? 0));
    viewers.sendFrame(state());
  };
  return {
    state,
    vote(vote) {
      if (waiting.push(vote) === 1) setImmediate(flush);
    },
  };
}

/**
 * Like `groupCommitter`, for a vote of a member: counts their attempts in memory
 * and keeps the order of a list by its votes.
 */
export function memberCommitter(viewers: Viewers, dir: string): Board {
  const board = groupCommitter(viewers, dir, { isRanked: true });
  const attempts = new Map<string, number>();
  return {
    ...board,
    vote(vote) {
      const made = (attempts.get(vote.user) ?? 0) + 1;
      attempts.set(vote.user, made);
      if (made > MOST_ATTEMPTS) throw new Error("These are too many votes.");
      board.vote(vote);
    },
  };
}

const MOST_ATTEMPTS = 60;

/**
 * Stores each vote in its own transaction and sends every state to every
 * viewer.
 */
export function singleCommitter(viewers: Viewers, dir: string): Board {
  const db = openVotes(dir);
  const state = () => ({ count: db.readCount(), last: db.lastVotes() });
  return {
    state,
    vote(vote) {
      const [count = 0] = db.commit([vote.user]);
      vote.answer(count);
      viewers.sendEach(state());
    },
  };
}

/** Shows a row of an existing table and accepts no votes. */
export function rowReader(dir: string): Board {
  const table = openRows(dir);
  return {
    state: () => ({ count: 1, last: table.readGroup(1) }),
    vote() {
      throw new Error("This board takes no votes.");
    },
  };
}
