/**
 * Event on the window when the viewer has been signed out on this page, for code that does not load
 * the app.
 */
export const SIGNED_OUT = "gully:signed-out";
