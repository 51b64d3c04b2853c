import { Anchor } from "@mantine/core";
import classes from "../../components/TextLink/TextLink.module.css";
import { TextLink } from "../../components/TextLink/TextLink";
import { paths } from "../../routing/paths";
import { useTexts } from "../../texts/TextsProvider";

/** A link to work that nobody has heard. With `isStill`, as in the build, it needs no router. */
export function FreshLine({ isStill = false }: { isStill?: boolean }) {
  const { fresh } = useTexts("home");
  if (!isStill) return <TextLink to={paths.fresh}>{fresh}</TextLink>;
  return (
    <Anchor href={paths.fresh} className={classes.link}>
      {fresh}
    </Anchor>
  );
}
