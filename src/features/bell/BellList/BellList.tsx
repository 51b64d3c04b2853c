import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { api } from "../../../../convex/_generated/api";
import type { RingRow } from "../../../../convex/shared/rings";
import { Icon } from "../../../components/Icon/Icon";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { TextLink } from "../../../components/TextLink/TextLink";
import { useGrowingQuery } from "../../../hooks/useGrowingQuery";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useViewer } from "../../../hooks/useViewer";
import { clockText, dateText } from "../../../lib/dateText";
import {
  beatHref,
  cypherHref,
  paths,
  profileHref,
  verseHref,
} from "../../../routing/paths";
import type { Language } from "../../../texts/language";
import { useLanguage } from "../../../texts/TextsProvider";
import { useBellTexts } from "../../../texts/useBellTexts";
import { ringIcon } from "../ringIcon";
import { ringParts } from "../ringText";
import { useMarkRead } from "../useMarkRead";
import classes from "./BellList.module.css";

const ROWS = 20;

/** Lists the viewer's notifications, newest first, with a line about people they follow. */
export function BellList() {
  const t = useBellTexts();
  const [count, setCount] = useState(ROWS);
  const result = useGrowingQuery({ query: api.bell.list, args: { count } });
  const rings = result.status === "success" ? result.data.rings : [];
  const fresh = useMarkRead(rings);
  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  return (
    <div className={classes.bell}>
      <News />
      {rings.length === 0 ? (
        <Empty title={t.empty} hint={t.emptyHint} />
      ) : (
        <ol className={classes.rows}>
          {rings.map((ring) => (
            <Row
              key={ring.id}
              ring={ring}
              isNew={!ring.isRead || fresh.has(ring.id)}
            />
          ))}
        </ol>
      )}
      {result.data.hasMore && (
        <Button variant="default" onClick={() => setCount(count + ROWS)}>
          {t.showMore}
        </Button>
      )}
    </div>
  );
}

/** Says how many of the people whom the viewer follows have published something new. */
function News() {
  const t = useBellTexts();
  const result = useLiveQuery({ query: api.follows.news, args: {} });
  if (result.status !== "success" || result.data === 0) return null;
  return (
    <p className={classes.news}>
      <TextLink to={paths.following}>{t.news(result.data)}</TextLink>
    </p>
  );
}

function Row({ ring, isNew }: { ring: RingRow; isNew: boolean }) {
  const t = useBellTexts();
  const { language } = useLanguage();
  const to = useTarget(ring);
  return (
    <li className={classes.row} data-new={isNew || undefined}>
      <span className={classes.icon}>
        <Icon name={ringIcon[ring.kind]} size={20} />
      </span>
      <Link to={to} className={classes.link}>
        <span>
          {ringParts(ring, t, language).map(({ text, isName }, place) =>
            isName ? <b key={place}>{text}</b> : text,
          )}
        </span>{" "}
        {isNew && <span className={classes.mark}>{t.new}</span>}
      </Link>
      <time dateTime={new Date(ring.at).toISOString()}>
        {timeText(ring.at, language)}
      </time>
    </li>
  );
}

/** Returns the time of day of something that happened today, and otherwise its date. */
const timeText = (at: number, language: Language): string =>
  at < new Date().setHours(0, 0, 0, 0)
    ? dateText(at, language)
    : clockText(at, language);

/**
 * Returns the address that a row links to: its verse, beat or cypher, or the viewer's own profile.
 */
function useTarget({ subject }: RingRow): string {
  const viewer = useViewer();
  if (subject === null) return viewer ? profileHref(viewer.userId) : paths.home;
  const { beatId, verseId, cypherId } = subject;
  if (cypherId !== null) return cypherHref(cypherId);
  return verseId === null ? beatHref(beatId) : verseHref(beatId, verseId);
}
