import { NavLink } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import { Icon } from "../../../components/Icon/Icon";
import bar from "../../../components/bar.module.css";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { paths } from "../../../routing/paths";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./BellLink.module.css";

/** A link to the bell, with the number of rows that the viewer has not read. */
export function BellLink() {
  const t = useTexts("shell");
  const result = useLiveQuery({ query: api.bell.unread, args: {} });
  const unread = (result.status === "success" && result.data) || 0;
  const badge = unread > 9 ? "9+" : `${unread}`;
  return (
    <NavLink
      to={paths.bell}
      className={`${bar.bell} ${classes.link}`}
      aria-label={unread > 0 ? t.bellNew(badge) : t.bell}
    >
      <Icon name="bell" />
      {unread > 0 && <span className={classes.badge}>{badge}</span>}
    </NavLink>
  );
}
