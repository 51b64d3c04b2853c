import type { Texts } from "../../texts/texts";
import { paths, profileHref } from "../../routing/paths";
import type { ViewerState } from "../../hooks/useViewer";

export interface NavLinkEntry {
  to: string;
  label: string;
}

/** Returns the links of the navigation bar for a viewer. Sign Out is a separate button. */
export function navLinks(
  state: ViewerState,
  t: Texts["shell"],
): NavLinkEntry[] {
  const contact = { to: paths.contact, label: t.contactUs };
  if (state.status === "loading" || state.status === "failed") return [contact];
  if (state.status === "signedOut") {
    return [
      contact,
      { to: paths.login, label: t.login },
      { to: paths.signup, label: t.createAccount },
    ];
  }

  const { userId, profile, isModerator, unreadNotices } = state.viewer;
  const mayUpload =
    profile?.role === "producer" || profile?.role === "producer_rapper";
  return [
    { to: paths.home, label: t.home },
    { to: paths.search, label: t.findArtists },
    contact,
    ...(mayUpload ? [{ to: paths.upload, label: t.uploadBeat }] : []),
    ...(isModerator ? [{ to: paths.moderation, label: t.moderation }] : []),
    ...(unreadNotices > 0
      ? [{ to: paths.notices, label: t.notices(unreadNotices) }]
      : []),
    { to: profileHref(userId), label: t.profile },
    { to: paths.account, label: t.account },
  ];
}
