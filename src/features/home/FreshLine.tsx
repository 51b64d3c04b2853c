import { Anchor } from "@mantine/core";
import classes from "../../components/TextLink/TextLink.module.css";
import { TextLink } from "../../components/TextLink/TextLink";
import { paths } from "../../routing/paths";
import { useTexts } from "../../texts/TextsProvider";

/** The way to what nobody has heard. The build draws it without routes, `isStill`. */
export function FreshLine({ isStill = false }: { isStill?: boolean }) {
  const { fresh } = useTexts("home");
  if (!isStill) return <TextLink to={paths.fresh}>{fresh}</TextLink>;
  return (
    <Anchor href={paths.fresh} className={classes.link}>
      {fresh}
    </Anchor>
  );
}
