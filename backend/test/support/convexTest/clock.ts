/**
 * Loaded into every thread of the server before anything else. Function threads
 * have the deployment's variables, so functions see the time that a test has
 * written to this file, in ms since the epoch; the real time while it is empty.
 * A file can change without a new environment for all functions.
 */
import { readFileSync } from "node:fs";

const realNow = Date.now.bind(Date);

Date.now = () => {
  const file = process.env.TEST_CLOCK_FILE;
  const setByTest = file === undefined ? "" : readFileSync(file, "utf8");
  return setByTest === "" ? realNow() : Number(setByTest);
};
