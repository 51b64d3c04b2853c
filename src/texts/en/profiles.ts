import { MESSAGES } from "../../../convex/shared/messages";

export const profiles = {
  notFound: MESSAGES.PROFILE_MISSING,
  notFoundHint: "The account may have been removed, or the link is wrong.",
  findArtists: "Find Artists",
  loadFailed: "Error loading profile. Please try again later.",
  edit: "Edit",
  beats: "Beats",
  verses: "Verses",
  likes: "Likes",
  statsLabel: "Statistics",
  noBeats: "No beats found",
  noVerses: "No verses found",
  nothingYet: "Nothing out yet.",
  firstBeat: "Drop your first beat",
  firstVerse: "Find a beat to rap on",
  earsTitle: "All ears",
  earsHint:
    "Listeners give the votes; the beats and verses are on the other pages.",
  toHome: "Hear what is fresh",
  instagramOf: (username: string) => `${username} on Instagram`,
  youtubeOf: (username: string) => `${username} on YouTube`,
  editForm: {
    title: "Edit profile",
    bio: "Bio",
    bioHint: "Where you are from, what you sound like.",
    save: "Save",
    saved: "Profile updated successfully!",
    failed: "Failed to update profile.",
    bioTooLong: (limit: number) => `A bio has at most ${limit} characters.`,
  },
};
