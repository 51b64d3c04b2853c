import { equalGain } from "../../shared/equalGain";
import type { ListenCypher } from "../../shared/listenValidators";
import { dayInIndia, timeInIndia } from "../../shared/timeInIndia";
import type { Page } from "./document";
import { type Html, markup, plainText } from "./html";
import { player, withoutOwnOrigin } from "./player";
import { tape } from "./tape";
import {
  appLink,
  artistPath,
  contentPath,
  cypherPath,
  linkTo,
  textsOf,
  type View,
} from "./view";

/** The public page of a cypher: its verses in order, each with the browser's own player. */
export function cypherPage(view: View, cypher: ListenCypher): Page {
  const t = textsOf(view);
  const { id, beatId, title, beat, producer, verses } = cypher;
  const { isOpen, startsAt } = cypher;
  const heading = plainText(headingOf(view, cypher));
  const names = [...new Set(verses.map(({ rapper }) => rapper))];
  const isLive = cypher.pace === "live";
  const none = isLive ? t.cypherLive : t.cypherEmpty;
  const canPlayAll = verses.filter(({ fileUrl }) => fileUrl).length > 1;
  const inApp = `/cyphers/${encodeURIComponent(id)}`;
  const signUp = `/signup?next=${encodeURIComponent(inApp)}`;
  return {
    title: heading,
    about: plainText(
      names.length === 0 ? none : t.cypherAbout(names.join(", ")),
    ),
    path: cypherPath(id),
    returnPath: inApp,
    tags: tags(view, cypher),
    main: markup`<article class="cover">
${tape(beatId, title, producer)}
<div>
${isOpen && isLive ? markup`<p class="live">${t.live}</p>` : null}
<h1><bdi>${heading}</bdi></h1>
${verses.length === 0 ? markup`<p class="credit">${none}</p>` : null}
${beat && player(view, beat, title)}
</div>
</article>
${canPlayAll ? playAllKey(view) : null}
<ol class="list chain" aria-label="${heading}">
${verses.map((verse) => item(view, verse))}
</ol>
<div class="actions">
${isOpen || startsAt !== null ? markup`<a class="action first" href="${appLink(view, signUp)}">${isLive ? t.joinLine : t.joinCypher}</a>` : null}
<a class="action" href="${appLink(view, inApp)}">${t.open}</a>
</div>
<h2>${t.theBeat}</h2>
<ul class="list">
<li>
<a href="${linkTo(view, contentPath("beat", beatId))}"><bdi>${title}</bdi></a>
</li>
</ul>`,
    hasPlayer: canPlayAll || (beat !== null && beat.fileUrl !== null),
  };
}

/**
 * For an announced cypher, says when it starts; for others, how many verses
 * they have.
 */
function headingOf(
  view: View,
  { title, producer, verses, startsAt }: ListenCypher,
): string {
  const t = textsOf(view);
  if (startsAt === null) return t.cypherTitle(title, producer, verses.length);
  const { language } = view;
  const time = timeInIndia(startsAt, language);
  const when = `${dayInIndia(startsAt, language)}, ${time}`;
  return t.cypherAhead(title, producer, when);
}

/** The button is hidden until the page's script shows it. */
function playAllKey(view: View): Html {
  const { playAll, pauseAll } = textsOf(view);
  return markup`<div class="actions" hidden>
<button class="action" type="button" data-play="${playAll}" data-pause="${pauseAll}"></button>
</div>`;
}

function item(view: View, verse: ListenCypher["verses"][number]): Html {
  const t = textsOf(view);
  const { id, rapper, fileUrl, loudness } = verse;
  const source = fileUrl && withoutOwnOrigin(view, fileUrl);
  return markup`<li>
<a href="${linkTo(view, contentPath("verse", id))}"><bdi>${rapper}</bdi></a>
${source === null ? markup`<p class="problem">${t.noFile}</p>` : markup`<audio controls preload="none" src="${source}" aria-label="${rapper}" data-volume="${equalGain(loudness).toFixed(3)}"></audio>`}
</li>`;
}

/** Uses the preview picture of the beat. */
function tags(view: View, { beatId, verses }: ListenCypher): Html {
  const { origin } = view;
  const picture = `${origin}${contentPath("beat", beatId)}/preview.png`;
  const names = [...new Set(verses.map(({ rapper }) => rapper))];
  return markup`<meta property="og:type" content="music.playlist" />
<meta property="og:image" content="${picture}" />
<meta property="og:image:type" content="image/png" />
<meta property="og:image:width" content="1200" />
<meta property="og:image:height" content="630" />
${names.map((name) => markup`<meta property="music:musician" content="${origin}${artistPath(name)}"/> `)}
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:image" content="${picture}" />`;
}
