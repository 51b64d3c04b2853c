export const votes = {};
