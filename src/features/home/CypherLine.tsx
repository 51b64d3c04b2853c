import { api } from "../../../convex/_generated/api";
import { TextLink } from "../../components/TextLink/TextLink";
import { useHidden } from "../../hooks/useHidden";
import { useLiveQuery } from "../../hooks/useLiveQuery";
import { cypherHref } from "../../routing/paths";
import { useTexts } from "../../texts/TextsProvider";
import { FreshLine } from "./FreshLine";

/** The way to the cypher that is most worth a visit, or to what nobody has heard. */
export function CypherLine() {
  const t = useTexts("home");
  const hidden = useHidden();
  const result = useLiveQuery({ query: api.cyphers.newest, args: {} });
  const cypher = result.status === "success" ? result.data : null;
  if (!cypher) return <FreshLine />;
  const { id, title, holder } = cypher;
  return (
    <TextLink to={cypherHref(id)}>
      {holder === null
        ? t.cypherFree(title)
        : t.cypherHeld(
            title,
            hidden.has(holder.userId) ? t.somebody : holder.username,
          )}
    </TextLink>
  );
}
