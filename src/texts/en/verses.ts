export const verses = {};
