/**
 * The thread that makes one clean copy of a database file, answers with the
 * number of rows of each table, and ends.
 */
import { parentPort, workerData } from "node:worker_threads";
import { writeCleanCopy } from "./writeCleanCopy.ts";

const { from, to } = workerData as { from: string; to: string }; // `CleanCopies` sends this
parentPort?.postMessage(writeCleanCopy(from, to));
