/** Event on the window once nobody is signed in here any more, for those that do not load the app. */
export const SIGNED_OUT = "gully:signed-out";
