/** Kept apart, because the first script says it too. */
export const noConnection = "No connection. Try again when you are online.";
