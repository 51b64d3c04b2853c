/** The tags that crawlers and chat apps read on the page of a beat or verse. */
import type { ListenContent } from "../../shared/listenValidators";
import type { AudioFormat } from "../../shared/validators";
import { type Html, markup, jsonText, plainText } from "./html";
import { artistPath, contentPath, textsOf, type View } from "./view";

const MEDIA_TYPES: Readonly<Record<AudioFormat, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  webm: "audio/webm",
  ogg: "audio/ogg",
  mp4: "audio/mp4",
};

/** Title of a beat or verse, as its page shows it. */
export const contentTitle = (view: View, content: ListenContent): string =>
  content.rapper === null
    ? content.title
    : textsOf(view).verseOn(content.rapper, content.title);

/** Title of the page, with the name of the producer. */
export const contentDocumentTitle = (
  view: View,
  content: ListenContent,
): string => {
  const t = textsOf(view);
  return plainText(
    content.rapper === null && content.producer !== ""
      ? t.beatTitle(content.title, content.producer)
      : contentTitle(view, content),
  );
};

export function contentAbout(view: View, content: ListenContent): string {
  const t = textsOf(view);
  const { title, producer, rapper, bpm } = content;
  return plainText(
    rapper === null
      ? t.beatAbout(title, producer, t.genreName(content.genre), bpm)
      : t.verseAbout(title, producer, rapper),
  );
}

/** Address of the preview picture, 1200 by 630 pixels. */
export const pictureUrl = ({ origin }: View, content: ListenContent): string =>
  `${origin}${contentPath(content.contentType, content.id)}/preview.png`;

/**
 * The tags for Open Graph, Twitter and JSON-LD. Leaves out the audio if the
 * file is gone.
 */
export function contentTags(view: View, content: ListenContent): Html {
  const picture = pictureUrl(view, content);
  const seconds = Math.max(1, Math.round(content.durationMs / 1_000));
  return markup`<meta property="og:type" content="music.song" />
<meta property="og:image" content="${picture}" />
<meta property="og:image:type" content="image/png" />
<meta property="og:image:width" content="1200" />
<meta property="og:image:height" content="630" />
<meta property="og:image:alt" content="${contentDocumentTitle(view, content)}"/>
<meta property="music:duration" content="${seconds}" />
${musicians(view, content)} ${audioTags(content)}
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:image" content="${picture}" />
<script type="application/ld+json">${jsonText(recording(view, content, seconds))}</script>`;
}

function musicians(view: View, content: ListenContent): Html[] {
  return [content.rapper, content.producer]
    .filter((name) => name !== null && name !== "")
    .map(
      (name) =>
        markup`<meta property="music:musician" content="${artistUrl(view, name ?? "")}"/> `,
    );
}

function audioTags({ fileUrl, format }: ListenContent): Html | null {
  if (fileUrl === null) return null;
  const secure = fileUrl.startsWith("https:")
    ? markup`<meta property="og:audio:secure_url" content="${fileUrl}" />`
    : null;
  const type =
    format === null
      ? null
      : markup`<meta property="og:audio:type" content="${MEDIA_TYPES[format]}"/>`;
  return markup`<meta property="og:audio" content="${fileUrl}" />
${secure}${type}`;
}

function recording(view: View, content: ListenContent, seconds: number) {
  const { title, genre, fileUrl, format, sizeBytes, createdAt } = content;
  const person = (name: string) => ({
    "@type": "Person",
    name,
    url: artistUrl(view, name),
  });
  const names = [content.rapper, content.producer].filter(
    (name) => name !== null && name !== "",
  );
  return {
    "@context": "https://schema.org",
    "@type": "MusicRecording",
    name: plainText(contentTitle(view, content)),
    url: `${view.origin}${contentPath(content.contentType, content.id)}`,
    image: pictureUrl(view, content),
    genre,
    duration: `PT${seconds}S`,
    datePublished: new Date(createdAt).toISOString(),
    byArtist: names.map((name) => person(name ?? "")),
    ...(content.rapper !== null && {
      isBasedOn: {
        "@type": "MusicRecording",
        name: plainText(title),
        url: `${view.origin}${contentPath("beat", content.beatId)}`,
      },
    }),
    ...(fileUrl !== null && {
      audio: {
        "@type": "AudioObject",
        contentUrl: fileUrl,
        duration: `PT${seconds}S`,
        ...(format !== null && { encodingFormat: MEDIA_TYPES[format] }),
        ...(sizeBytes !== null && { contentSize: String(sizeBytes) }),
      },
    }),
  };
}

const artistUrl = ({ origin }: View, username: string) =>
  `${origin}${artistPath(username)}`;
