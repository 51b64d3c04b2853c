import { expect, test } from "vitest";
import { isReserved } from "./reservedNames";

test.each([
  "admin",
  "ADMlN", // with a small L
  "аdmin", // with a Cyrillic a
  "_a.d.m.i.n-",
  "Moderator",
  "support",
  "GullyCypher",
  "gully_cypher",
  "GuIIyCypher", // with capital I
  "gully.cypher.team",
  "गली_साइफ़र",
  "मॉडरेटर",
])("%s is reserved", (username) => {
  expect(isReserved(username)).toBe(true);
});

test.each([
  "gully_marshal",
  "cypher",
  "Administer",
  "गली_बॉय",
  "supporter",
  "M",
])("%s is not reserved", (username) => {
  expect(isReserved(username)).toBe(false);
});
