/**
 * Event on the window when the player gets its first track, for code that does not load the player.
 */
export const FIRST_TRACK = "gully:first-track";

/** Whether `FIRST_TRACK` has been sent. */
export const firstTrack = { hasCome: false };
