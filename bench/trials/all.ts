import { indexedRead } from "./indexedRead.ts";
import { memoryPerViewer } from "./memoryPerViewer.ts";
import { oneMutation } from "./oneMutation.ts";
import { startTime } from "./startTime.ts";
import type { Trial } from "./trial.ts";
import { voteToLastViewer } from "./voteToLastViewer.ts";
import { votesPerSecond } from "./votesPerSecond.ts";

export const trials: readonly Trial[] = [
  voteToLastViewer,
  votesPerSecond,
  memoryPerViewer,
  startTime,
  oneMutation,
  indexedRead,
];
