export const search = {
  title: "Find Artists",
  intro: "Somebody two states away is waiting for your beat.",
  username: "Search by username",
  placeholder: "Part of a name",
  state: "State",
  allStates: "All states",
  role: "Role",
  allRoles: "All roles",
  resultsLabel: "Artists",
  none: "No artists found",
  noneHint: "Try fewer letters or another state.",
  clear: "Clear the search",
  failed: "Error performing search. Please try again.",
  limited: (limit: number) =>
    `Showing the first ${limit}. Type more of the name to narrow it down.`,
};
