/** What the builds that end their executor print each time. */
export const EXECUTOR_ENDED = "The executor ends.\n";
