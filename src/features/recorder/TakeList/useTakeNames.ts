import type { ShelvedTake } from "../../../audio/studio/storing/takeShelf";
import { formatTime } from "../../../lib/formatTime";
import { useLanguage } from "../../../texts/TextsProvider";
import { useTakesTexts } from "../../../texts/useTakesTexts";

/** Returns a function that names a take by its place, the time of day and its length. */
export function useTakeNames(takes: readonly ShelvedTake[]) {
  const { list: t } = useTakesTexts();
  const { language } = useLanguage();
  const clock = new Intl.DateTimeFormat(language === "hi" ? "hi-IN" : "en-IN", {
    timeStyle: "short",
  });
  return (take: ShelvedTake): string =>
    t.take(
      takes.indexOf(take) + 1,
      clock.format(take.createdAt),
      formatTime(take.durationMs),
    );
}
