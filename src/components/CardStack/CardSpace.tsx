/** About the height of a `ContentCard` and the gap below it. */
const CARD_REM = 18;

/** Keeps space for cards that are drawn later. */
export function CardSpace({ count }: { count: number }) {
  if (count === 0) return null;
  return <div style={{ height: `${count * CARD_REM}rem` }} aria-busy="true" />;
}
