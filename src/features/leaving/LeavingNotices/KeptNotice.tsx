import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { useLeavingTexts } from "../../../texts/useLeavingTexts";
import classes from "./LeavingNotices.module.css";

export function KeptNotice() {
  const t = useLeavingTexts().kept;
  const dismiss = useMutation(api.leaving.dismissKept);
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  const handleDismiss = async () => {
    try {
      await dismiss({});
    } catch (error) {
      setFailure(failureText(error, t.failed));
    }
  };

  return (
    <div role="status" className={classes.kept}>
      <span>{t.text}</span>
      <Button variant="default" onClick={() => void handleDismiss()}>
        {t.dismiss}
      </Button>
      {failure !== null && <ErrorNote message={failure} />}
    </div>
  );
}
