import { Link } from "react-router-dom";
import type { FoundArtist } from "../../../../convex/shared/validators";
import { Sticker } from "../../../components/Picture/Picture";
import { profileHref } from "../../../routing/paths";
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
        <Sticker id={userId} size={48} />
        <span className={classes.words}>
          <span className={classes.name}>{username}</span>
          <span className={classes.facts}>
            {roles[role]} · {stateName(state)}
          </span>
        </span>
      </Link>
    </li>
  );
}
