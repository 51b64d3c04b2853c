/** Returns how many entries the caches with this word in their name have. Runs in a page. */
export async function keptEntries(word: string): Promise<number> {
  const names = (await caches.keys()).filter((name) =>
    name.startsWith(`kept-${word}`),
  );
  const entries = await Promise.all(
    names.map(async (name) => (await caches.open(name)).keys()),
  );
  return entries.flat().length;
}
