/** Texts of the bell and of follows. Loaded with the pages that show them. */
export const bell = {
  loadFailed: "This could not be loaded.",
  showMore: "Show more",
  empty: "Nothing has rung yet.",
  emptyHint:
    "When somebody answers your verse, raps on your beat, votes for you or follows you, you read it here.",
  new: "New",
  news: (people: number) =>
    people === 1
      ? "New from 1 person you follow"
      : `New from ${people < 20 ? people : "20+"} people you follow`,
  answer: (name: string, beat: string, more: number) =>
    `${name}${more > 0 ? ` and ${more} more` : ""} answered your verse on "${beat}".`,
  verse: (name: string, beat: string, more: number) =>
    `${name}${more > 0 ? ` and ${more} more` : ""} rapped on your beat "${beat}".`,
  cypherVerse: (name: string, beat: string, isMicFree: boolean) =>
    `${name} dropped a verse in the cypher on "${beat}".${isMicFree ? " The mic is free." : ""}`,
  cypherVerses: (beat: string, count: number) =>
    `${count} new verses in the cypher on "${beat}".`,
  micFree: (beat: string) => `The mic is free in the cypher on "${beat}".`,
  cypherStarts: (beat: string, time: string) =>
    `The cypher on "${beat}" starts at ${time}.`,
  cypherOpened: (name: string, beat: string) =>
    `${name} started a cypher on your beat "${beat}".`,
  votes: (title: string, count: number) =>
    count === 1
      ? `1 new vote for "${title}".`
      : `${count} new votes for "${title}".`,
  followers: (count: number) =>
    count === 1
      ? "1 more person follows you."
      : `${count} more people follow you.`,
  listens: (title: string, count: number) =>
    `${count} people have heard "${title}".`,
  switchesTitle: "Bell",
  switchesHint: "What the bell at the top of the page tells you.",
  switchesNow: (on: number, all: number) =>
    on === all ? "All on" : on === 0 ? "All off" : `${on} of ${all} on`,
  switches: {
    verses: "Answers and verses",
    cyphers: "Cyphers",
    votes: "Votes",
    followers: "Followers",
    listens: "First listens",
  },
  follow: "Follow",
  following: "Following",
  followFailed: "That did not work. Please try again.",
  counts: (followers: number, following: number) =>
    `${followers === 1 ? "1 follower" : `${followers} followers`} · following ${following}`,
  followingTitle: "Following",
  nobody: "You follow nobody yet. Open a profile and press Follow.",
  nothingYet: "Nothing yet",
  findArtists: "Find Artists",
};
