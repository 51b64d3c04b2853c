import { api } from "../../../../convex/_generated/api";
import type { CountName, Month } from "../../../../convex/shared/moderation";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { monthText } from "../../../lib/dateText";
import { useLanguage } from "../../../texts/TextsProvider";
import { useTrustTexts } from "../../../texts/useTrustTexts";
import classes from "./MonthTables.module.css";

const RECEIVED = ["report", "sameAudio", "claim", "appeal"] as const;
const DECIDED = [
  "dismiss",
  "remove",
  "warn",
  "suspend",
  "grant",
  "onTime",
  "late",
] as const;

/** Counts of cases received and decided, with one section for each month. */
export function MonthTables() {
  const t = useTrustTexts();
  const { language } = useLanguage();
  const result = useLiveQuery({ query: api.transparency.months, args: {} });
  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  if (result.data.length === 0) return <Empty title={t.transparency.empty} />;
  return result.data.map((month) => (
    <section key={month.month} className={classes.month}>
      <h2>{monthText(month.month, language)}</h2>
      <div className={classes.tables}>
        <Counts name={t.transparency.received} month={month} rows={RECEIVED} />
        <Counts name={t.transparency.decided} month={month} rows={DECIDED} />
      </div>
    </section>
  ));
}

interface CountsProps {
  name: string;
  month: Month;
  rows: readonly CountName[];
}

function Counts({ name, month, rows }: CountsProps) {
  const t = useTrustTexts().transparency;
  const countOf = (row: CountName) =>
    month.counts.find((one) => one.name === row)?.count ?? 0;
  return (
    <table className={classes.table}>
      <caption>{name}</caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row}>
            <th scope="row">{t.counts[row]}</th>
            <td>{countOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
