import { Link } from "react-router-dom";
import type { FoundArtist } from "../../../../convex/shared/validators";
import { profileHref } from "../../../app/paths";
import { useTexts } from "../../../texts/TextsProvider";
import classes from "./ArtistRow.module.css";

export function ArtistRow({ artist }: { artist: FoundArtist }) {
  const { roles, stateName } = useTexts("common");
  const { userId, username, role, state } = artist;
  return (
    <li>
      <Link
        to={profileHref(userId)}
        className={classes.artist}
        data-role={role}
      >
        <span className={classes.name}>{username}</span>
        <span className={classes.facts}>
          {roles[role]} · {stateName(state)}
        </span>
      </Link>
    </li>
  );
}
