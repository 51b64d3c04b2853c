import { expect, test } from "vitest";
import { hexDigest } from "./sha256";

const HEX = "0d4a1185b7b9e6a0b1d35b0e0b4e0f21c4e5f6071829303132333435363738ff";

test.each([
  ["hex", HEX],
  ["upper-case hex", HEX.toUpperCase()],
  ["base64", "DUoRhbe55qCx01sOC04PIcTl9gcYKTAxMjM0NTY3OP8="],
])("gives the digest of a file in hex if it is stored as %s", (_, digest) => {
  expect(hexDigest(digest)).toBe(HEX);
});
