import { factsOf } from "../../shared/beatFacts";
import type { ListenContent, VerseLink } from "../../shared/listenValidators";
import { TERMS_SENTENCES } from "../../shared/terms";
import type { Page } from "./document";
import { type Html, markup } from "./html";
import { player } from "./player";
import {
  contentAbout,
  contentDocumentTitle,
  contentTags,
  contentTitle,
} from "./contentTags";
import { tape } from "./tape";
import {
  appPath,
  appLink,
  artistPath,
  linkTo,
  contentPath,
  textsOf,
  type View,
} from "./view";
import { foldedWords } from "./foldedWords";

/** The public page of a beat or verse. */
export function contentPage(view: View, content: ListenContent): Page {
  const title = contentTitle(view, content);
  return {
    title: contentDocumentTitle(view, content),
    about: contentAbout(view, content),
    path: contentPath(content.contentType, content.id),
    returnPath: appPath(
      content.beatId,
      content.rapper === null ? null : content.id,
    ),
    tags: contentTags(view, content),
    main: markup`<article class="cover">
${tape(content.beatId, content.title, content.rapper ?? content.producer)}
<div>
<h1><bdi>${title}</bdi></h1>
${credit(view, content)} ${answered(view, content)} ${facts(view, content)}
${player(view, content, title)} ${terms(view, content)}
${foldedWords(view, content)}
</div>
</article>
${actions(view, content)} ${verses(view, content)}`,
    hasPlayer: content.fileUrl !== null,
  };
}

function credit(view: View, { rapper, producer }: ListenContent): Html {
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

/**
 * Names the verse that this one answers, with a link unless that verse is
 * deleted.
 */
function answered(view: View, { answers }: ListenContent): Html | null {
  if (answers === null) return null;
  const t = textsOf(view);
  const { verse } = answers;
  if (verse === null) return markup`<p class="credit">${t.answersDeleted}</p>`;
  const [before, after] = t.answers;
  return markup`<p class="credit">
${before}
<a href="${linkTo(view, contentPath("verse", verse.id))}"><bdi>${verse.rapper}</bdi></a>
${after}
</p>`;
}

/** The facts of the beat, without its title, which is in the heading. */
function facts(view: View, content: ListenContent): Html {
  const t = textsOf(view);
  const lines = Object.values<string | string[] | undefined>({
    ...factsOf(content),
    title: undefined,
    genre: t.genreName(content.genre),
    bpm: t.bpm(content.bpm),
  }).flatMap((fact) => fact ?? []);
  return markup`<ul class="facts">
${lines.map((line) => markup`<li><bdi>${line}</bdi></li>`)}
</ul>`;
}

function terms(view: View, content: ListenContent): Html {
  const sentence = TERMS_SENTENCES[view.language][content.terms];
  return markup`<p class="terms" data-later>
<b>${textsOf(view).terms}</b><span>${sentence}</span>
</p>`;
}

const MICROPHONE = markup`<svg viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.9" stroke-linecap="round" aria-hidden="true">
<path d="M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21M8.5 21h7"/>
</svg>`;

/**
 * The links that lead on: to the recorder, by way of an account, and to the
 * app.
 */
function actions(view: View, content: ListenContent): Html {
  const t = textsOf(view);
  const beat = appPath(content.beatId, null);
  const here = appPath(
    content.beatId,
    content.rapper === null ? null : content.id,
  );
  const signUp = (next: string) =>
    appLink(view, `/signup?next=${encodeURIComponent(next)}`);
  const answer = `${beat}?answer=${encodeURIComponent(content.id)}`;
  return markup`<div class="actions" data-later>
${content.hasRoom ? markup`<a class="action first" href="${signUp(beat)}">${MICROPHONE}${t.record}</a>` : null}
${content.hasRoom && content.rapper !== null ? markup`<a class="action" href="${signUp(answer)}">${t.answer}</a>` : null}
<a class="action" href="${appLink(view, here)}">${t.open}</a>
<p class="hint">${content.hasRoom ? t.recordHint : t.isFull}</p>
</div>`;
}

/** The verses on a beat. On the page of a verse: its beat and its answers. */
function verses(view: View, content: ListenContent): Html | null {
  const t = textsOf(view);
  const link = (path: string, text: string) =>
    markup`<li>
<a href="${linkTo(view, path)}"><bdi>${text}</bdi></a>
</li>`;
  const list = (heading: string, verses: readonly VerseLink[]) => {
    if (verses.length === 0) return null;
    const links = verses.map(({ id, rapper }) =>
      link(contentPath("verse", id), rapper),
    );
    return markup`<h2 data-later>${heading}</h2>
<ul class="list" data-later>
${links}
</ul>`;
  };
  if (content.rapper !== null)
    return markup`<h2 data-later>${t.theBeat}</h2>
<ul class="list" data-later>
${link(contentPath("beat", content.beatId), content.title)}
</ul>
${list(t.answeredBy, content.answeredBy)}`;
  return list(t.versesOn, content.verses);
}
