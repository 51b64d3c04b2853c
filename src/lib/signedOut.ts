/**
 * Event on the window when nobody is signed in on this page any more, for code that does not load
 * the app.
 */
export const SIGNED_OUT = "gully:signed-out";
