/** Every route of the app: the pattern for the router, and a maker of links where it has parameters. */
export const paths = {
  landing: "/",
  home: "/home",
  login: "/login",
  signup: "/signup",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  activate: "/activate",
  upload: "/upload",
  completeProfile: "/profile",
  profile: "/profile/:userId",
  search: "/search",
  beat: "/beats/:beatId",
  contact: "/contact",
} as const;

export const profileHref = (userId: string) =>
  `/profile/${encodeURIComponent(userId)}`;
export const beatHref = (beatId: string) =>
  `/beats/${encodeURIComponent(beatId)}`;
/** The place of a verse on the page of its beat. */
export const verseAnchor = (verseId: string) => `verse-${verseId}`;
export const verseHref = (beatId: string, verseId: string) =>
  `${beatHref(beatId)}#${encodeURIComponent(verseAnchor(verseId))}`;
