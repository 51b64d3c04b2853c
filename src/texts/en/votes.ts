export const votes = {
  vote: (title: string) => `Vote for ${title}`,
  count: (count: number) => (count === 1 ? "1 vote" : `${count} votes`),
};
