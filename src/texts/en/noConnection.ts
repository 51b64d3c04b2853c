/** In a file of its own, because the first script needs this text too. */
export const noConnection = "No connection. Try again when you are online.";
