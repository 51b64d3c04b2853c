/**
 * Matches the names of this machine itself, as hostname of a URL. A site that
 * was told no public address puts such a name into its addresses, which lead
 * other devices to themselves.
 */
export const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
