import type { ListenSound } from "../../shared/listenValidators";
import { TERMS_SENTENCES } from "../../shared/terms";
import type { Page } from "./document";
import { type Html, markup } from "./html";
import { player } from "./player";
import {
  soundAbout,
  soundDocumentTitle,
  soundTags,
  soundTitle,
} from "./soundTags";
import { tape } from "./tape";
import {
  appPath,
  appUrl,
  artistPath,
  linkTo,
  soundPath,
  textsOf,
  type View,
} from "./view";
import { words } from "./words";

/** The public page of a beat or verse. */
export function soundPage(view: View, sound: ListenSound): Page {
  const title = soundTitle(view, sound);
  return {
    title: soundDocumentTitle(view, sound),
    about: soundAbout(view, sound),
    path: soundPath(sound.contentType, sound.id),
    returnPath: appPath(sound.beatId, sound.rapper === null ? null : sound.id),
    tags: soundTags(view, sound),
    main: markup`<article class="cover">
${tape(sound.beatId, sound.title, sound.rapper ?? sound.producer)}
<div>
<h1><bdi>${title}</bdi></h1>
${credit(view, sound)} ${facts(view, sound)}
${player(view, sound, title)} ${terms(view, sound)}
${words(view, sound)}
</div>
</article>
${actions(view, sound)} ${verses(view, sound)}`,
    hasPlayer: sound.fileUrl !== null,
  };
}

function credit(view: View, { rapper, producer }: ListenSound): Html {
  const t = textsOf(view);
  const lines = [
    [t.verseBy, rapper ?? ""],
    [t.beatBy, producer],
  ] as const;
  return markup`${lines
    .filter(([, name]) => name !== "")
    .map(
      ([label, name]) =>
        markup`<p class="credit">
${label}
<a href="${linkTo(view, artistPath(name))}"><bdi>${name}</bdi></a>
</p>`,
    )}`;
}

function facts(view: View, { genre, bpm }: ListenSound): Html {
  const t = textsOf(view);
  return markup`<ul class="facts">
<li>${t.genreName(genre)}</li>
<li>${t.bpm(bpm)}</li>
</ul>`;
}

function terms(view: View, sound: ListenSound): Html {
  const sentence = TERMS_SENTENCES[view.language][sound.terms];
  return markup`<p class="terms" data-later>
<b>${textsOf(view).terms}</b><span>${sentence}</span>
</p>`;
}

const MICROPHONE = markup`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" aria-hidden="true">
<path d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7"/>
</svg>`;

/** The doors: to the recorder, by way of an account, and to the app. */
function actions(view: View, sound: ListenSound): Html {
  const t = textsOf(view);
  const beat = appPath(sound.beatId, null);
  const here = appPath(sound.beatId, sound.rapper === null ? null : sound.id);
  const record = appUrl(view, `/signup?next=${encodeURIComponent(beat)}`);
  return markup`<div class="actions" data-later>
${sound.hasRoom ? markup`<a class="action first" href="${record}">${MICROPHONE}${t.record}</a>` : null}
<a class="action" href="${appUrl(view, here)}">${t.open}</a>
<p class="hint">${sound.hasRoom ? t.recordHint : t.isFull}</p>
</div>`;
}

/** The verses on a beat; on the page of a verse, the beat. */
function verses(view: View, sound: ListenSound): Html | null {
  const t = textsOf(view);
  const link = (path: string, text: string) =>
    markup`<li>
<a href="${linkTo(view, path)}"><bdi>${text}</bdi></a>
</li>`;
  if (sound.rapper !== null)
    return markup`<h2 data-later>${t.theBeat}</h2>
<ul class="list" data-later>
${link(soundPath("beat", sound.beatId), sound.title)}
</ul>`;
  if (sound.verses.length === 0) return null;
  const links = sound.verses.map(({ id, rapper }) =>
    link(soundPath("verse", id), rapper),
  );
  return markup`<h2 data-later>${t.versesOn}</h2>
<ul class="list" data-later>
${links}
</ul>`;
}
