import { isAllowed } from "../../../convex/shared/permissions";
import type { IconName } from "../../components/Icon/Icon";
import { isMember, type ViewerState } from "../../hooks/useViewer";
import { beatsHref, paths, profileHref } from "../../routing/paths";
import type { Texts } from "../../texts/texts";

export interface BottomLink {
  to: string;
  label: string;
  icon: IconName;
  /** False for a link to a part of another link's page. It is never marked as the current page. */
  isPage: boolean;
}

/**
 * Returns the links of the bar at the bottom of a phone. Visitors, and people who have not
 * confirmed their email or completed their profile, get an empty list.
 */
export function bottomLinks(
  state: ViewerState,
  t: Texts["shell"],
): BottomLink[] {
  if (!isMember(state)) return [];
  const { userId, profile } = state.viewer;
  return [
    { to: paths.home, label: t.home, icon: "home", isPage: true },
    { to: paths.search, label: t.findArtists, icon: "find", isPage: true },
    ...makingLinks(profile, t),
    {
      to: profileHref(userId),
      label: t.profile,
      icon: "person",
      isPage: true,
    },
  ];
}

/**
 * People who may both upload and record get the upload link, because they can start recording on
 * Home.
 */
function makingLinks(
  profile: Parameters<typeof isAllowed>[0],
  t: Texts["shell"],
): BottomLink[] {
  if (isAllowed(profile, "beat:create"))
    return [
      {
        to: paths.upload,
        label: t.shortUploadBeat,
        icon: "upload",
        isPage: true,
      },
    ];
  if (isAllowed(profile, "verse:create"))
    return [{ to: beatsHref, label: t.record, icon: "mic", isPage: false }];
  return [];
}
