import { Button, Stack, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { GENRES } from "../../../../convex/shared/genres";
import { MAX_BPM, MIN_BPM } from "../../../../convex/shared/limits";
import { ChoiceField } from "../../../components/ChoiceField/ChoiceField";
import { ErrorNote } from "../../../components/ErrorNote/ErrorNote";
import { useTexts } from "../../../texts/TextsProvider";
import { BeatFileField } from "../BeatFileField/BeatFileField";
import { TagsField } from "../TagsField/TagsField";
import {
  checkBeatFile,
  type UploadErrors,
  type UploadValues,
  validateUpload,
} from "../uploadForm";

interface UploadFormProps {
  values: UploadValues;
  problem: string | null;
  isBusy: boolean;
  onChange: (values: UploadValues) => void;
  onSubmit: (values: UploadValues & { file: File }) => void;
}

/** The fields keep what was entered until the beat is on the server. */
export function UploadForm(props: UploadFormProps) {
  const { values, problem, isBusy, onChange, onSubmit } = props;
  const t = useTexts("upload");
  const { genreName } = useTexts("beats");
  const [errors, setErrors] = useState<UploadErrors>({});

  const change = (part: Partial<UploadValues>, partErrors: UploadErrors) => {
    onChange({ ...values, ...part });
    setErrors({ ...errors, ...partErrors });
  };

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateUpload(values);
    setErrors(found);
    const { file } = values;
    if (Object.keys(found).length === 0 && file) onSubmit({ ...values, file });
  };

  const textOf = (field: keyof UploadErrors) => {
    const code = errors[field];
    return code && t.errors[code];
  };

  return (
    <form noValidate onSubmit={handleSubmit} aria-label={t.title}>
      <Stack gap="lg">
        <TextInput
          label={t.fields.title}
          required
          value={values.title}
          error={textOf("title")}
          disabled={isBusy}
          onChange={(event) =>
            change({ title: event.currentTarget.value }, { title: undefined })
          }
        />
        <ChoiceField
          label={t.fields.genre}
          none={t.fields.genrePlaceholder}
          required
          choices={GENRES.map((genre) => ({
            value: genre,
            label: genreName(genre),
          }))}
          value={values.genre ?? ""}
          error={textOf("genre")}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) =>
            change({ genre: value || null }, { genre: undefined })
          }
        />
        <TextInput
          type="number"
          inputMode="decimal"
          label={t.fields.bpm}
          required
          min={MIN_BPM}
          max={MAX_BPM}
          step="any"
          value={values.bpm}
          error={textOf("bpm")}
          disabled={isBusy}
          onChange={(event) =>
            change({ bpm: event.currentTarget.value }, { bpm: undefined })
          }
        />
        <TagsField
          tags={values.tags}
          error={errors.tags}
          isDisabled={isBusy}
          onChange={(tags, error) => change({ tags }, { tags: error })}
        />
        <BeatFileField
          file={values.file}
          error={errors.file}
          isDisabled={isBusy}
          onChange={(file) => change({ file }, { file: checkBeatFile(file) })}
        />
        {problem !== null && <ErrorNote message={problem} />}
        <Button type="submit" size="lg" disabled={isBusy}>
          {t.submit}
        </Button>
      </Stack>
    </form>
  );
}
