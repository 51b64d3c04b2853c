/** The patterns of all routes. To link to a route with parameters, use the functions below. */
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
  cypher: "/cyphers/:cypherId",
  account: "/account",
  emailChange: "/email-change",
  contact: "/contact",
  reports: "/reports",
  privacy: "/privacy",
  terms: "/terms",
  community: "/community",
  leave: "/account/leave",
  moderation: "/moderation",
  notices: "/notices",
  bell: "/bell",
  following: "/following",
  fresh: "/fresh",
  claim: "/claim",
  transparency: "/transparency",
} as const;

/** Returns a regular expression for the addresses of a page. */
export const patternOf = (path: string): string =>
  `^${path.replace(/:\w+/g, "[^/]+")}/?$`;

export const profileHref = (userId: string) =>
  `/profile/${encodeURIComponent(userId)}`;
export const beatHref = (beatId: string) =>
  `/beats/${encodeURIComponent(beatId)}`;
/** The page of a beat, with the recorder open for an answer to a verse. */
export const answerHref = (beatId: string, verseId: string) =>
  `${beatHref(beatId)}?answer=${encodeURIComponent(verseId)}`;
/** The element id of the list of beats on the home page. */
export const beatsAnchor = "beats";
/** The list in which rappers choose a beat to record on. */
export const beatsHref = `${paths.home}#${beatsAnchor}`;
/** Paths of the public pages, which anyone can open without an account. */
export const listenBeatPath = (beatId: string) =>
  `/listen/beats/${encodeURIComponent(beatId)}`;
export const listenVersePath = (verseId: string) =>
  `/listen/verses/${encodeURIComponent(verseId)}`;
export const cypherHref = (cypherId: string) =>
  `/cyphers/${encodeURIComponent(cypherId)}`;
export const listenCypherPath = (cypherId: string) =>
  `/listen/cyphers/${encodeURIComponent(cypherId)}`;
/** The element id of a verse on its beat's page. */
export const verseAnchor = (verseId: string) => `verse-${verseId}`;
export const verseHref = (beatId: string, verseId: string) =>
  `${beatHref(beatId)}#${encodeURIComponent(verseAnchor(verseId))}`;
