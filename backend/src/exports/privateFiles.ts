/** `gully-backend/private-files`: files that only their owner can read. */
export { makePrivate } from "../storage/makePrivate.ts";
export { writePrivateFile } from "../storage/privateFile.ts";
