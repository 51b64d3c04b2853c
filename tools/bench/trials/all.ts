import { bellVotes } from "./bellVotes.ts";
import { connectStorm } from "./connectStorm.ts";
import { indexedRead } from "./indexedRead.ts";
import { memoryPerViewer } from "./memoryPerViewer.ts";
import { oneMutation } from "./oneMutation.ts";
import { otherLiveQueries } from "./otherLiveQueries.ts";
import { realViewer } from "./realViewer.ts";
import { realHome, realVotes } from "./realVotes.ts";
import { room } from "./room.ts";
import { spread } from "./spread.ts";
import { startTime } from "./startTime.ts";
import type { Trial } from "./trial.ts";
import {
  voteToLastOfManyViewers,
  voteToLastViewer,
} from "./voteToLastViewer.ts";
import { votesPerSecond } from "./votesPerSecond.ts";

export const trials: readonly Trial[] = [
  voteToLastViewer,
  voteToLastOfManyViewers,
  realVotes,
  realHome,
  realViewer,
  bellVotes,
  spread,
  room,
  votesPerSecond,
  memoryPerViewer,
  connectStorm,
  otherLiveQueries,
  indexedRead,
  oneMutation,
  startTime,
];
