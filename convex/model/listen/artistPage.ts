import type { ListenArtist } from "../../shared/listenValidators";
import { stickerOf } from "../../shared/pictures/sticker";
import type { ContentType } from "../../shared/validators";
import type { Page } from "./document";
import { Html, jsonText, markup, plainText } from "./html";
import {
  appLink,
  appUrl,
  artistPath,
  formatMinutes,
  linkTo,
  contentPath,
  textsOf,
  type View,
} from "./view";

/** The public page of an artist. */
export function artistPage(view: View, artist: ListenArtist): Page {
  const t = textsOf(view);
  const { username, role, state, bio } = artist;
  const profile = `/profile/${encodeURIComponent(artist.userId)}`;
  return {
    title: plainText(username),
    about: plainText(t.artistAbout(username)),
    path: artistPath(username),
    returnPath: profile,
    tags: artistTags(view, artist),
    main: markup`<article class="cover artist">
<div class="sticker" aria-hidden="true">${new Html(stickerOf(artist.userId))}</div>
<div>
<h1><bdi>${username}</bdi></h1>
<ul class="facts">
<li>${t.roleName[role]}</li>
${state === "" ? null : markup`<li>${t.stateName(state)}</li>`}
</ul>
${bio === "" ? null : markup`<p class="bio"><bdi>${bio}</bdi></p>`}
</div>
</article>
<div class="actions">
<a class="action" href="${appLink(view, profile)}">${t.open}</a>
</div>
${section(view, "beat", artist.beats)}
${section(view, "verse", artist.verses)}
${artist.beats.length + artist.verses.length === 0 ? markup`<p class="bio">${t.nothingYet}</p>` : null}`,
    hasPlayer: false,
  };
}

function section(
  view: View,
  contentType: ContentType,
  items: ListenArtist["beats"],
): Html | null {
  if (items.length === 0) return null;
  const t = textsOf(view);
  const links = items.map(
    ({ id, title, durationMs }) =>
      markup`<li>
<a href="${linkTo(view, contentPath(contentType, id))}"><bdi>${title}</bdi><span>${formatMinutes(durationMs)}</span></a>
</li>`,
  );
  return markup`<h2>${contentType === "beat" ? t.beats : t.verses}</h2>
<ul class="list">
${links}
</ul>`;
}

function artistTags(view: View, { username }: ListenArtist): Html {
  const url = `${view.origin}${artistPath(username)}`;
  const person = {
    "@context": "https://schema.org",
    "@type": "Person",
    name: username,
    url,
  };
  const picture = appUrl(view, "/link-preview.png");
  return markup`<meta property="og:type" content="profile" />
<meta property="profile:username" content="${username}" />
<meta property="og:image" content="${picture}" />
<meta name="twitter:card" content="summary_large_image" />
<script type="application/ld+json">${jsonText(person)}</script>`;
}
