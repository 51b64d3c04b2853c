import { Stack } from "@mantine/core";
import { api } from "../../../../convex/_generated/api";
import { Empty } from "../../../components/Empty/Empty";
import { LoadFailed } from "../../../components/ErrorNote/LoadFailed";
import { Loading } from "../../../components/Loading/Loading";
import { useLiveQuery } from "../../../hooks/useLiveQuery";
import { useTexts } from "../../../texts/TextsProvider";
import { ReportCard } from "./ReportCard";

/** The viewer's own reports, newest first, with their outcome. */
export function ReportList() {
  const t = useTexts("safety").reports;
  const result = useLiveQuery({ query: api.safety.myReports, args: {} });
  if (result.status === "pending") return <Loading />;
  if (result.status === "error") return <LoadFailed message={t.loadFailed} />;
  if (result.data.length === 0) {
    return <Empty title={t.none} hint={t.noneHint} />;
  }
  return (
    <Stack gap="md">
      {result.data.map((report) => (
        <ReportCard key={report.number} report={report} />
      ))}
    </Stack>
  );
}
