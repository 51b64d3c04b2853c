import { expect, test } from "vitest";
import { room as en } from "../../../texts/en/room";
import { room as hi } from "../../../texts/hi/room";
import { countHere, hereText } from "./hereText";

const person = (username: string) => ({
  ...{ userId: `${username}-id` as never, username }, // ids are branded strings
});

const none = new Set<string>();
const text = (
  names: readonly string[],
  here: number,
  { t = en, viewerId = "Dev-id", hidden = none } = {},
) =>
  hereText({ here, people: names.map(person), awayIds: [] }, t, {
    ...{ viewerId, hidden },
  });

test("up to twenty people are here by name, and the reader is among them", () => {
  expect(text(["Asha", "Dev", "Ravi"], 3)).toBe("Asha, Ravi and you are here");
  expect(text(["asha", "Dev"], 2)).toBe("asha and you are here");
  expect(text(["Dev"], 1)).toBe("You are here");
  expect(text([], 0)).toBe("You are here"); // not counted yet
  expect(text(["Asha", "Dev", "Ravi"], 3, { t: hi })).toBe(
    "Asha, Ravi और आप यहाँ हैं",
  );
});

test("who shows no name, or is blocked by the reader, is counted", () => {
  expect(text(["Asha"], 4)).toBe("Asha, you and 2 more are here");
  const hidden = new Set(["Asha-id"]);
  expect(text(["Asha"], 2, { hidden })).toBe("You and 1 more are here");
  expect(text(["Asha"], 2, { hidden, t: hi })).toBe("आप और एक और शख़्स यहाँ हैं");
});

test("a large room is a number", () => {
  expect(text([], 21)).toBe("21 people here");
  expect(text([], 300, { t: hi })).toBe("300 लोग यहाँ हैं");
});

test("the number of people has the reader in it from the start", () => {
  const room = (here: number, names: readonly string[]) => ({
    ...{ here, people: names.map(person), awayIds: [] },
  });
  expect(countHere(null, "Dev-id")).toBe(1);
  expect(countHere(room(1, ["Asha"]), "Dev-id")).toBe(2);
  expect(countHere(room(2, ["Asha", "Dev"]), "Dev-id")).toBe(2);
  expect(countHere(room(300, []), "Dev-id")).toBe(300);
  expect(countHere(room(1, ["Asha"]), undefined)).toBe(1);
  expect(countHere(null, undefined)).toBe(0);
});
