import { equalGain } from "../../shared/equalGain";
import { MAX_PEAK } from "../../shared/limits";
import type { ListenContent } from "../../shared/listenValidators";
import { type Html, markup } from "./html";
import { pictureUrl } from "./contentTags";
import { formatMinutes, textsOf, type View } from "./view";

const BARS = 72;
const HEIGHT = 100;
const LEAST_BAR = 4;

/**
 * Draws the player, which its script shows, and the browser's own player for
 * people without scripts.
 */
export function player(
  view: View,
  content: ListenContent,
  title: string,
): Html {
  const t = textsOf(view);
  if (content.fileUrl === null)
    return markup`<p class="problem" role="alert">${t.noFile}</p>`;
  const seconds = (content.durationMs / 1_000).toFixed(1);
  const duration = formatMinutes(content.durationMs);
  const source = withoutOwnOrigin(view, content.fileUrl);
  const wave = wavePath(content.peaks);
  return markup`<div id="player" class="player" data-title="${title}" data-artist="${content.rapper ?? content.producer}" data-picture="${pictureUrl(view, content)}" data-volume="${equalGain(content.loudness).toFixed(3)}">
<audio preload="none" src="${source}" aria-label="${title}"></audio>
<noscript><audio controls preload="none" src="${source}" aria-label="${title}"></audio></noscript>
<div class="deck">
<button class="key" type="button" aria-label="${t.play(title)}" data-play="${t.play(title)}" data-pause="${t.pause(title)}">
<svg class="off" viewBox="0 0 24 24" width="36" height="36" fill="currentColor" aria-hidden="true">
<path d="M7 4.5v15l12.5-7.5z" /></svg><svg class="on" viewBox="0 0 24 24" width="36" height="36" fill="currentColor" aria-hidden="true">
<path d="M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z" />
</svg>
</button>
<div class="place">
${waveform("wave", wave)}${waveform("wave heard", wave)}<input type="range" min="0" max="${seconds}" step="0.1" value="0" aria-label="${t.seek(title)}" data-text="${t.position}" autocomplete="off"/>
</div>
<p class="time"><span class="elapsed">0:00</span>/${duration}</p>
</div>
<p class="problem" role="alert" hidden>${t.playFailed}</p>
</div>`;
}

/**
 * Returns a relative address for a file on the page's own host, so that the
 * page also plays when it is opened at another address of this host.
 */
export function withoutOwnOrigin({ origin }: View, url: string): string {
  return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

const waveform = (classes: string, path: string) =>
  markup`<svg class="${classes}" viewBox="0 0 ${BARS} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
<path d="${path}" />
</svg>`;

function wavePath(peaks: readonly number[]): string {
  return Array.from({ length: BARS }, (_, index) => {
    const from = Math.floor((index * peaks.length) / BARS);
    const to = Math.max(
      from + 1,
      Math.floor(((index + 1) * peaks.length) / BARS),
    );
    const loudest = Math.max(0, ...peaks.slice(from, to));
    const height = Math.max(
      LEAST_BAR,
      Math.round((loudest / MAX_PEAK) * HEIGHT),
    );
    return `M${index} ${(HEIGHT - height) / 2}h.6v${height}h-.6z`;
  }).join("");
}
