import type { AttackFault } from "../../harness/attack.ts";
import type { Fault } from "../../harness/fault.ts";
import {
  unfinishedBodies,
  unfinishedMessages,
  wideSubscriptions,
} from "./heldBytes.ts";
import { oneResultManyTimes, unreadResults } from "./largeResults.ts";
import {
  compressedBodies,
  earlyLeavers,
  identityStorm,
  unreadResponses,
} from "./leavers.ts";
import { nativeCall } from "./nativeCall.ts";
import {
  oneReader,
  pageStorm,
  pageStormAroundCache,
  pieceStorm,
  signInStorm,
} from "./pageStorms.ts";
import {
  deepNesting,
  hugeHeaders,
  longPaths,
  oddRanges,
  tinyChunks,
  wideArguments,
} from "./shapes.ts";
import { sharedToken } from "./sharedToken.ts";
import {
  badBearers,
  badTokens,
  hashingStorm,
  messageFlood,
  mutationFlood,
  needlessQueries,
  pingFlood,
  pipelining,
  querySetChurn,
} from "./storms.ts";

/** Sorted by group, as in the README. */
export const attacks: readonly (AttackFault | Fault)[] = [
  nativeCall,
  hashingStorm,
  wideSubscriptions,
  unfinishedBodies,
  needlessQueries,
  sharedToken,
  unfinishedMessages,
  deepNesting,
  wideArguments,
  hugeHeaders,
  tinyChunks,
  pipelining,
  pingFlood,
  querySetChurn,
  badTokens,
  badBearers,
  mutationFlood,
  oddRanges,
  earlyLeavers,
  compressedBodies,
  identityStorm,
  messageFlood,
  unreadResponses,
  oneResultManyTimes,
  unreadResults,
  longPaths,
  oneReader,
  pageStorm,
  pageStormAroundCache,
  pieceStorm,
  signInStorm,
];
