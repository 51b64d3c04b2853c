/** The thread that makes one clean copy of a database file, and ends. */
import { workerData } from "node:worker_threads";
import { writeCleanCopy } from "./writeCleanCopy.ts";

const { from, to } = workerData as { from: string; to: string }; // sent by CleanCopies
writeCleanCopy(from, to);
