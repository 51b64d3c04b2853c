import { Stack } from "@mantine/core";
import { useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { FormCard } from "../components/FormCard/FormCard";
import { Loading } from "../components/Loading/Loading";
import { ExportSection } from "../features/account/ExportSection/ExportSection";
import { PageSection } from "../features/account/PageSection/PageSection";
import { DeleteMyAccount } from "../features/leaving/DeleteMyAccount/DeleteMyAccount";
import { DeparturePlanned } from "../features/leaving/DeparturePlanned";
import { useViewerState } from "../hooks/useViewer";
import { paths } from "../routing/paths";
import { useLeavingTexts } from "../texts/useLeavingTexts";

/**
 * Export and deletion of the account. Every signed-in person may use it, even with an unconfirmed
 * address. After a request to delete, it shows the date.
 */
export default function LeavePage() {
  const t = useLeavingTexts().page;
  const { status } = useViewerState();
  const dueAt = readDueAt(useLocation().state);
  // The request ends the session, but the page must still show the date.
  const [isDeleting, setIsDeleting] = useState(false);
  if (dueAt !== null) return <DeparturePlanned dueAt={dueAt} />;
  if (!isDeleting) {
    if (status === "loading") return <Loading />;
    if (status === "signedOut") return <Navigate to={paths.login} replace />;
  }
  return (
    <FormCard title={t.title} intro={t.intro}>
      <Stack gap="xl">
        <ExportSection as={PageSection} />
        <DeleteMyAccount onDeleting={setIsDeleting} />
      </Stack>
    </FormCard>
  );
}

/** Reads the date from the state with which `useDeleteAccount` navigates. */
function readDueAt(state: unknown): number | null {
  if (typeof state !== "object" || state === null) return null;
  return "dueAt" in state && typeof state.dueAt === "number"
    ? state.dueAt
    : null;
}
