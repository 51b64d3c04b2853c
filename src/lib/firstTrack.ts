/** Event on the window when the player gets its first track, for those that do not load the player. */
export const FIRST_TRACK = "gully:first-track";

/** Whether that event has been sent. */
export const firstTrack = { hasCome: false };
