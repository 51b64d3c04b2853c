import { Button } from "@mantine/core";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useFailureText } from "../../../hooks/useFailureText";
import { useExportTexts } from "../../../texts/useExportTexts";

interface PrepareExportProps {
  label: string;
}

export function PrepareExport({ label }: PrepareExportProps) {
  const t = useExportTexts();
  const start = useMutation(api.exports.start);
  const failureText = useFailureText();
  const [failure, setFailure] = useState<string | null>(null);

  const handleClick = async () => {
    setFailure(null);
    try {
      await start({});
    } catch (error) {
      setFailure(failureText(error, t.failed));
    }
  };

  return (
    <div>
      <Button variant="default" onClick={() => void handleClick()}>
        {label}
      </Button>
      {failure !== null && <ErrorNote message={failure} />}
    </div>
  );
}
