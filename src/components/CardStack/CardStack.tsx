import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useIsPainted } from "../../hooks/useIsPainted";
import classes from "../ContentCard/ContentCard.module.css";
import { CardSpace } from "./CardSpace";

interface CardStackProps<Item> {
  items: readonly Item[];
  card: (item: Item) => ReactNode;
  /** Content below the cards. */
  children?: ReactNode;
}

/**
 * Cards below each other. On a phone that starts the app, the first card is drawn before the
 * others.
 */
export function CardStack<Item>(props: CardStackProps<Item>) {
  const { items, card, children } = props;
  const isPainted = useIsPainted();
  const drawn = isPainted ? items : items.slice(0, 1);
  return (
    <Stack className={classes.stack}>
      {drawn.map(card)}
      <CardSpace count={items.length - drawn.length} />
      {children}
    </Stack>
  );
}
