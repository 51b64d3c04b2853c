/** Resolves after this time; see `pause` for a wait that can end earlier. */
export const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
