/** Thrown when an attempt is void and the function must run again, in its own realm. */
export class RunsAlone extends Error {}
