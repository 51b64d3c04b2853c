/** The ways to keep and show votes that the product is compared with. */
import { openRows } from "./rowTable.ts";
import { openVotes } from "./voteTable.ts";

export interface Vote {
  readonly user: string;
  /** Sends the voter the count that the vote made. */
  answer(count: number): void;
}

export interface Board {
  /** What a viewer is shown at first. */
  state(): object;
  vote(vote: Vote): void;
}

export interface Viewers {
  /** To each by `ws`, as everybody would. */
  sendEach(state: object): void;
  /** As one ready frame, which every socket only writes. */
  sendFrame(state: object): void;
}

/** In memory, every state to everybody. */
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

/** On disk, all that wait in one transaction; the newest state to everybody. */
export function groupCommitter(viewers: Viewers, dir: string): Board {
  const db = openVotes(dir);
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

/** On disk, each by itself; every state to everybody. */
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

/** Shows a row of a table that is there. */
export function rowReader(dir: string): Board {
  const table = openRows(dir);
  return {
    state: () => ({ count: 1, last: table.readGroup(1) }),
    vote() {
      throw new Error("There is nothing to vote on.");
    },
  };
}
