import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { beatHref, listenBeatPath, paths } from "../routing/paths";
import { LeaveGuard } from "../components/LeaveGuard/LeaveGuard";
import { FormCard } from "../components/FormCard/FormCard";
import { ShareButton } from "../components/ShareButton/ShareButton";
import { BarsPanel } from "../features/bars/BarsPanel/BarsPanel";
import { BpmTools } from "../features/bars/BpmTools/BpmTools";
import { useUploadBars } from "../features/bars/useUploadBars";
import { FreshLink } from "../features/ears/FreshLink/FreshLink";
import { UploadForm } from "../features/upload/UploadForm/UploadForm";
import {
  EMPTY_UPLOAD,
  toBpm,
  withTagTitle,
} from "../features/upload/uploadValues";
import { UploadProgress } from "../features/upload/UploadProgress/UploadProgress";
import { StorageLeft } from "../features/storage/StorageLeft";
import { useJudgedFile } from "../features/upload/useJudgedFile";
import { useUploadBeat } from "../features/upload/useUploadBeat";
import { useCan } from "../hooks/useCan";
import { useSuspensionText } from "../hooks/useSuspensionText";
import { useErrorTexts } from "../hooks/useErrorTexts";
import { useUploadTexts } from "../texts/useUploadTexts";

export default function UploadPage() {
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  const can = useCan();
  const suspension = useSuspensionText();
  const isAllowed = can("beat:create");
  const [wasAllowed] = useState(isAllowed);
  // A person who is suspended while filling in the form keeps what they typed, but the server
  // refuses the upload.
  const isKept = suspension !== null && wasAllowed;
  if (!isAllowed && !isKept) {
    return (
      <FormCard title={t.denied}>
        <Text>{suspension ?? byCode.ONLY_PRODUCERS_UPLOAD}</Text>
        <Button component={Link} to={paths.home} variant="default">
          {t.deniedWay}
        </Button>
      </FormCard>
    );
  }
  return <UploadBeat />;
}

function UploadBeat() {
  const t = useUploadTexts();
  const [values, setValues] = useState(EMPTY_UPLOAD);
  const { state, upload, cancel, startOver } = useUploadBeat({
    onUnreadable: () => setValues((kept) => ({ ...kept, file: null })),
  });
  const judged = useJudgedFile(values.file, (file, title) =>
    setValues((kept) => withTagTitle(kept, file, title)),
  );
  const refusal = judged && "code" in judged ? judged.code : undefined;
  const sound = judged && "sound" in judged ? judged.sound : null;
  const bars = useUploadBars(values, sound, setValues);
  const isBusy = state.status !== "editing" && state.status !== "done";

  if (state.status === "done") {
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
          <ShareButton
            title={values.title}
            path={listenBeatPath(state.beatId)}
          />
        </Group>
        <FreshLink />
      </FormCard>
    );
  }
  return (
    <FormCard title={t.title} intro={t.intro}>
      <LeaveGuard isActive={isBusy} question={t.leave} />
      <Stack gap="lg">
        <UploadForm
          values={values}
          problem={state.status === "editing" ? state.problem : null}
          fileRefusal={refusal}
          isBusy={isBusy}
          bpmTools={
            <BpmTools
              bpm={toBpm(values.bpm)}
              isDisabled={isBusy}
              onChange={(bpm) =>
                setValues((kept) => ({ ...kept, bpm: String(bpm) }))
              }
            />
          }
          bars={
            <BarsPanel
              upload={bars}
              bpm={toBpm(values.bpm)}
              isDisabled={isBusy}
            />
          }
          onChange={setValues}
          onSubmit={(complete) => void upload(complete, bars.bars)}
        />
        <StorageLeft />
        {state.status !== "editing" && (
          <UploadProgress state={state} onCancel={cancel} />
        )}
      </Stack>
    </FormCard>
  );
}
