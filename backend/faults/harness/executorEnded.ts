/** The line that a build prints each time it ends its executor. */
export const EXECUTOR_ENDED = "The executor ends.\n";
