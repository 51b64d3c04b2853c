import { paths, profileHref } from "../../app/paths";
import type { ViewerState } from "../../hooks/useViewer";
import type { Texts } from "../../texts/TextsProvider";

export interface NavLinkEntry {
  to: string;
  label: string;
}

/** What the navigation bar offers to whom; Sign Out is a button and comes after. */
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

  const { userId, profile } = state.viewer;
  const mayUpload =
    profile?.role === "producer" || profile?.role === "producer_rapper";
  return [
    { to: paths.home, label: t.home },
    { to: paths.search, label: t.findArtists },
    contact,
    ...(mayUpload ? [{ to: paths.upload, label: t.uploadBeat }] : []),
    { to: profileHref(userId), label: t.profile },
  ];
}
