/** Texts of Fresh Ears. Loaded with the parts that show them. */
export const ears = {
  title: "Fresh Ears",
  intro: "Hardly anybody has heard these yet. Fifteen seconds count.",
  loadFailed: "This could not be loaded.",
  place: (index: number, count: number) => `${index} of ${count}`,
  next: "Next",
  back: "Back",
  empty:
    "You have heard everything here. Answer something, or come back later.",
  toBeats: "Hear the beats",
  afterPublishing: "While yours goes out: hear what nobody has heard yet",
  heardBy: (people: number) =>
    people < 10 ? `Heard by ${people}` : "Heard by 10 or more",
};
