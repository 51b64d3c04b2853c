/**
 * Matches the names that a machine has for itself, as the hostname of a URL. A
 * site that was told no public address uses such a name in its links. On
 * another device, such a link leads to that device itself.
 */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
