import { Button, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { CyphersOnBeat } from "../../../../convex/shared/cyphers";
import type { BeatSummary } from "../../../../convex/shared/validators";
import { onDemand } from "../../../components/OnDemand/onDemand";
import { WithLiveMark } from "../../../components/LiveMark/WithLiveMark";
import { Fold } from "../../../components/Fold/Fold";
import { TextLink } from "../../../components/TextLink/TextLink";
import { useHidden } from "../../../hooks/useHidden";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { clockText, dateText, dayText } from "../../../lib/dateText";
import { cypherHref } from "../../../routing/paths";
import { useLanguage } from "../../../texts/TextsProvider";
import { useCypherLineTexts } from "../../../texts/useCypherLineTexts";
import { useMayOpen } from "./useMayOpen";

const StartCypher = onDemand(
  async () => (await import("../StartCypher/StartCypher")).StartCypher,
);

/** The line about cyphers on a beat: the open one or a button to start one, and the ended ones. */
export function CypherLine({ beat }: { beat: BeatSummary }) {
  const result = useLiveQuery({
    query: api.cyphers.onBeat,
    args: { beatId: beat.id },
  });
  if (result.status !== "success") return null;
  const { open, earlier } = result.data;
  return (
    <Stack gap="xs">
      {open ? <OpenCypher open={open} /> : <StartDoor beat={beat} />}
      {earlier.length > 0 && <Earlier earlier={earlier} />}
    </Stack>
  );
}

type Open = NonNullable<CyphersOnBeat["open"]>;

function OpenCypher({ open }: { open: Open }) {
  const { id, holder, startsAt, isLive } = open;
  const t = useCypherLineTexts();
  const { language } = useLanguage();
  const hidden = useHidden();
  const name =
    holder && (hidden.has(holder.userId) ? t.somebody : holder.username);
  const text = name === null ? t.free : t.held(name);
  const link = (
    <TextLink to={cypherHref(id)}>
      {startsAt === null
        ? text
        : t.soon(dayText(startsAt, language), clockText(startsAt, language))}
    </TextLink>
  );
  return isLive ? <WithLiveMark>{link}</WithLiveMark> : <div>{link}</div>;
}

function StartDoor({ beat }: { beat: BeatSummary }) {
  const t = useCypherLineTexts();
  const mayOpen = useMayOpen(beat);
  const [isOpen, setIsOpen] = useState(false);
  if (!mayOpen) return null;
  return (
    <div data-screen-only>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        {t.start}
      </Button>
      {isOpen && (
        <StartCypher beatId={beat.id} onClose={() => setIsOpen(false)} />
      )}
    </div>
  );
}

function Earlier({ earlier }: Pick<CyphersOnBeat, "earlier">) {
  const t = useCypherLineTexts();
  const { language } = useLanguage();
  return (
    <Fold title={<Text span>{t.earlier}</Text>}>
      <ol>
        {earlier.map(({ id, endedAt, verseCount }) => (
          <li key={id}>
            <TextLink to={cypherHref(id)}>
              {t.earlierOne(dateText(endedAt, language), verseCount)}
            </TextLink>
          </li>
        ))}
      </ol>
    </Fold>
  );
}
