/** Texts of the line about cyphers on a beat's page. Loaded with that line. */
export const cypherLines = {
  start: "Start a cypher",
  free: "Cypher: the mic is free",
  held: (name: string) => `Cypher: ${name} has the mic`,
  soon: (day: string, time: string) => `Cypher on ${day} at ${time}`,
  somebody: "Somebody",
  earlier: "Earlier cyphers",
  earlierOne: (date: string, verses: number) =>
    `${date}: ${verses === 1 ? "1 verse" : `${verses} verses`}`,
};
