import { Button, Stack, TextInput } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { isBpm, MAX_BPM, MIN_BPM } from "../../../../convex/shared/beatFacts";
import { GENRES } from "../../../../convex/shared/genres";
import type { ErrorCode } from "../../../../convex/shared/messages";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { ValidatedForm } from "../../../components/ValidatedForm/ValidatedForm";
import { useErrorTexts } from "../../../hooks/useErrorTexts";
import { useTexts } from "../../../texts/TextsProvider";
import { useUploadTexts } from "../../../texts/useUploadTexts";
import { BeatFileField } from "../BeatFileField/BeatFileField";
import { TagsField } from "../TagsField/TagsField";
import { TermsField } from "../TermsField/TermsField";
import {
  checkBeatFile,
  toBpm,
  type UploadErrors,
  type UploadValues,
  validateUpload,
  withFile,
} from "../uploadValues";

type ReadyToUpload = UploadValues & { file: File };

interface UploadFormProps {
  values: UploadValues;
  problem: string | null;
  /** Why the contents of the chosen file are refused; absent if they are not. */
  fileRefusal?: ErrorCode | undefined;
  isBusy: boolean;
  /** Shown below the BPM field. */
  bpmTools?: ReactNode;
  /** The results of the analysis, shown below the BPM tools. */
  bars?: ReactNode;
  onChange: (values: UploadValues) => void;
  onSubmit: (values: ReadyToUpload) => void;
}

/**
 * The upload form. The parent owns the values, so that they survive until the beat is on the
 * server.
 */
export function UploadForm(props: UploadFormProps) {
  const { values, problem, fileRefusal, isBusy } = props;
  const { onChange, onSubmit } = props;
  const t = useUploadTexts();
  const [errors, setErrors] = useState<UploadErrors>({});

  const change: Change = (part, partErrors) => {
    onChange({ ...values, ...part });
    setErrors({ ...errors, ...partErrors });
  };

  const handleFile = (file: File) => {
    const next = withFile(values, file);
    const titleError = next.title === values.title ? errors.title : undefined;
    change(next, { file: checkBeatFile(file), title: titleError });
  };

  const form = {
    onSubmit:
      (accept: (ready: ReadyToUpload) => void, refuse: () => void) =>
      (event?: SubmitEvent<HTMLFormElement>) => {
        event?.preventDefault();
        const found = validateUpload(values);
        setErrors(found);
        const { file } = values;
        const isRefused = Object.keys(found).length > 0 || fileRefusal;
        if (isRefused || file === null) refuse();
        else accept({ ...values, file });
      },
  };

  const field = { values, errors, isBusy, change };
  return (
    <ValidatedForm
      label={t.title}
      form={form}
      onSubmit={async (ready) => onSubmit(ready)}
    >
      <Stack gap="lg">
        <BeatFileField
          file={values.file}
          error={errors.file ?? fileRefusal}
          isDisabled={isBusy}
          onChange={handleFile}
        />
        <TitleField {...field} />
        <GenreField {...field} />
        <BpmField {...field} />
        {props.bpmTools}
        {props.bars}
        <TagsField
          tags={values.tags}
          error={errors.tags}
          isDisabled={isBusy}
          onChange={(tags, error) => change({ tags }, { tags: error })}
        />
        <TermsField
          value={values.terms}
          isDisabled={isBusy}
          onChange={(terms) => change({ terms }, {})}
        />
        {problem !== null && <ErrorNote message={problem} />}
        <Button type="submit" size="lg" disabled={isBusy}>
          {t.submit}
        </Button>
      </Stack>
    </ValidatedForm>
  );
}

/** Changes some values, and the errors shown for them. */
type Change = (part: Partial<UploadValues>, partErrors: UploadErrors) => void;

interface FieldProps {
  values: UploadValues;
  errors: UploadErrors;
  isBusy: boolean;
  change: Change;
}

function TitleField({ values, errors, isBusy, change }: FieldProps) {
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  return (
    <TextInput
      label={t.fields.title}
      name="title"
      autoComplete="off"
      required
      value={values.title}
      error={errors.title && byCode[errors.title]}
      disabled={isBusy}
      onChange={(event) =>
        change({ title: event.currentTarget.value }, { title: undefined })
      }
    />
  );
}

function GenreField({ values, errors, isBusy, change }: FieldProps) {
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  const { genreName } = useTexts("beats");
  return (
    <ChoiceField
      label={t.fields.genre}
      name="genre"
      autoComplete="off"
      none={t.fields.genrePlaceholder}
      required
      choices={GENRES.map((genre) => ({
        value: genre,
        label: genreName(genre),
      }))}
      value={values.genre ?? ""}
      error={errors.genre && byCode[errors.genre]}
      disabled={isBusy}
      onChange={({ currentTarget: { value } }) =>
        change({ genre: value || null }, { genre: undefined })
      }
    />
  );
}

function BpmField({ values, errors, isBusy, change }: FieldProps) {
  const t = useUploadTexts();
  const { byCode } = useErrorTexts();
  const error = errors.bpm && byCode[errors.bpm];
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      label={t.fields.bpm}
      name="bpm"
      autoComplete="off"
      required
      min={MIN_BPM}
      max={MAX_BPM}
      step="any"
      value={values.bpm}
      // The BPM tools may have filled in a valid value since the error appeared.
      error={isBpm(toBpm(values.bpm)) ? undefined : error}
      disabled={isBusy}
      onChange={(event) =>
        change({ bpm: event.currentTarget.value }, { bpm: undefined })
      }
    />
  );
}
