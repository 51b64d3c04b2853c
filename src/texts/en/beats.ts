export const beats = {};
