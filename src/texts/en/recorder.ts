export const recorder = {};
