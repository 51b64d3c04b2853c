/** The tags that crawlers and chat apps read on the page of a beat or verse. */
import type { ListenSound } from "../../shared/listenValidators";
import type { AudioFormat } from "../../shared/validators";
import { type Html, markup, jsonText, plainText } from "./html";
import { artistPath, soundPath, textsOf, type View } from "./view";

const MEDIA_TYPES: Readonly<Record<AudioFormat, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  webm: "audio/webm",
  ogg: "audio/ogg",
  mp4: "audio/mp4",
};

/** Title of a beat or verse, as its page shows it. */
export const soundTitle = (view: View, sound: ListenSound): string =>
  sound.rapper === null
    ? sound.title
    : textsOf(view).verseOn(sound.rapper, sound.title);

/** Title of the page, with the name of the producer. */
export const soundDocumentTitle = (view: View, sound: ListenSound): string => {
  const t = textsOf(view);
  return plainText(
    sound.rapper === null && sound.producer !== ""
      ? t.beatTitle(sound.title, sound.producer)
      : soundTitle(view, sound),
  );
};

export function soundAbout(view: View, sound: ListenSound): string {
  const t = textsOf(view);
  const { title, producer, rapper, bpm } = sound;
  return plainText(
    rapper === null
      ? t.beatAbout(title, producer, t.genreName(sound.genre), bpm)
      : t.verseAbout(title, producer, rapper),
  );
}

/** Address of the preview picture, 1200 by 630 pixels. */
export const pictureUrl = ({ origin }: View, sound: ListenSound): string =>
  `${origin}${soundPath(sound.contentType, sound.id)}/preview.png`;

/** Open Graph, Twitter and JSON-LD. The audio is left out if there is no file. */
export function soundTags(view: View, sound: ListenSound): Html {
  const picture = pictureUrl(view, sound);
  const seconds = Math.max(1, Math.round(sound.durationMs / 1_000));
  return markup`<meta property="og:type" content="music.song" />
<meta property="og:image" content="${picture}" />
<meta property="og:image:type" content="image/png" />
<meta property="og:image:width" content="1200" />
<meta property="og:image:height" content="630" />
<meta property="og:image:alt" content="${soundDocumentTitle(view, sound)}"/>
<meta property="music:duration" content="${seconds}" />
${musicians(view, sound)} ${audioTags(sound)}
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:image" content="${picture}" />
<script type="application/ld+json">${jsonText(recording(view, sound, seconds))}</script>`;
}

function musicians(view: View, sound: ListenSound): Html[] {
  return [sound.rapper, sound.producer]
    .filter((name) => name !== null && name !== "")
    .map(
      (name) =>
        markup`<meta property="music:musician" content="${artistUrl(view, name ?? "")}"/> `,
    );
}

function audioTags({ fileUrl, format }: ListenSound): Html | null {
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

function recording(view: View, sound: ListenSound, seconds: number) {
  const { title, genre, fileUrl, format, sizeBytes, createdAt } = sound;
  const person = (name: string) => ({
    "@type": "Person",
    name,
    url: artistUrl(view, name),
  });
  const names = [sound.rapper, sound.producer].filter(
    (name) => name !== null && name !== "",
  );
  return {
    "@context": "https://schema.org",
    "@type": "MusicRecording",
    name: plainText(soundTitle(view, sound)),
    url: `${view.origin}${soundPath(sound.contentType, sound.id)}`,
    image: pictureUrl(view, sound),
    genre,
    duration: `PT${seconds}S`,
    datePublished: new Date(createdAt).toISOString(),
    byArtist: names.map((name) => person(name ?? "")),
    ...(sound.rapper !== null && {
      isBasedOn: {
        "@type": "MusicRecording",
        name: plainText(title),
        url: `${view.origin}${soundPath("beat", sound.beatId)}`,
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
