import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { beatHref, paths } from "../app/paths";
import { FormCard } from "../components/FormCard/FormCard";
import { UploadForm } from "../features/upload/UploadForm/UploadForm";
import { EMPTY_UPLOAD } from "../features/upload/uploadForm";
import { UploadProgress } from "../features/upload/UploadProgress/UploadProgress";
import { useUploadBeat } from "../features/upload/useUploadBeat";
import { useCan } from "../hooks/useCan";
import { useLeaveGuard } from "../hooks/useLeaveGuard";
import { useTexts } from "../texts/TextsProvider";

export function UploadPage() {
  const t = useTexts("upload");
  const can = useCan();
  if (!can("beat:create")) {
    return (
      <FormCard title={t.denied}>
        <Text>{t.deniedText}</Text>
        <Button component={Link} to={paths.home} variant="default">
          {t.deniedWay}
        </Button>
      </FormCard>
    );
  }
  return <UploadBeat />;
}

function UploadBeat() {
  const t = useTexts("upload");
  const [values, setValues] = useState(EMPTY_UPLOAD);
  const { state, upload, cancel, startOver } = useUploadBeat({
    onUnreadable: () => setValues((kept) => ({ ...kept, file: null })),
  });
  const isBusy = state.phase !== "editing" && state.phase !== "done";
  useLeaveGuard(isBusy, t.leave);

  if (state.phase === "done") {
    const handleAnother = () => {
      setValues(EMPTY_UPLOAD);
      startOver();
    };
    return (
      <FormCard title={t.title}>
        <Text role="status" size="lg">
          {t.success}
        </Text>
        <Group>
          <Button component={Link} to={beatHref(state.beatId)}>
            {t.openBeat}
          </Button>
          <Button variant="default" onClick={handleAnother}>
            {t.another}
          </Button>
        </Group>
      </FormCard>
    );
  }
  return (
    <FormCard title={t.title} intro={t.intro}>
      <Stack gap="lg">
        <UploadForm
          values={values}
          problem={state.phase === "editing" ? state.problem : null}
          isBusy={isBusy}
          onChange={setValues}
          onSubmit={(complete) => void upload(complete)}
        />
        {state.phase !== "editing" && (
          <UploadProgress state={state} onCancel={cancel} />
        )}
      </Stack>
    </FormCard>
  );
}
