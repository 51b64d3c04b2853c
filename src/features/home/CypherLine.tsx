import { api } from "../../../convex/_generated/api";
import { WithLiveMark } from "../../components/LiveMark/WithLiveMark";
import { TextLink } from "../../components/TextLink/TextLink";
import { useHidden } from "../../hooks/useHidden";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { clockText, dayText } from "../../lib/dateText";
import { cypherHref, paths } from "../../routing/paths";
import { useLanguage, useTexts } from "../../texts/TextsProvider";
import { FreshLine } from "./FreshLine";
import classes from "./home.module.css";

/** A link to work that nobody has heard, behind one to the cypher that is most worth a visit. */
export function CypherLine() {
  const t = useTexts("home");
  const { language } = useLanguage();
  const hidden = useHidden();
  const result = useLiveQuery({ query: api.cyphers.newest, args: {} });
  const cypher = result.status === "success" ? result.data : null;
  if (!cypher) return <FreshLine />;
  const { id, title, holder, startsAt, isLive } = cypher;
  const text = () => {
    if (startsAt !== null)
      return t.cypherSoon(
        title,
        dayText(startsAt, language),
        clockText(startsAt, language),
      );
    if (holder === null) return t.cypherFree(title);
    const name = hidden.has(holder.userId) ? t.somebody : holder.username;
    return t.cypherHeld(title, name);
  };
  const link = <TextLink to={cypherHref(id)}>{text()}</TextLink>;
  return (
    <div className={classes.doors}>
      {isLive ? <WithLiveMark>{link}</WithLiveMark> : link}
      <TextLink isQuiet to={paths.fresh}>
        {t.freshShort}
      </TextLink>
    </div>
  );
}
