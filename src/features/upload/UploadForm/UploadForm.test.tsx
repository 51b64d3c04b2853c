import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { render } from "../../../testing/render";
import { EMPTY_UPLOAD, type UploadValues } from "../uploadForm";
import { UploadForm } from "./UploadForm";

function show(problem: string | null = null, start = EMPTY_UPLOAD) {
  const onSubmit = vi.fn<(values: UploadValues) => void>();
  function Page() {
    const [values, setValues] = useState<UploadValues>(start);
    return (
      <UploadForm
        values={values}
        problem={problem}
        isBusy={false}
        onChange={setValues}
        onSubmit={onSubmit}
      />
    );
  }
  render(<Page />);
  return { onSubmit };
}

const submit = () =>
  userEvent.click(screen.getByRole("button", { name: "Upload Beat" }));

test("an empty form is not sent and says what is missing", async () => {
  const { onSubmit } = show();
  await submit();
  for (const text of [
    "Title is required.",
    "Genre is required.",
    "Please enter a valid BPM.",
    "Please select a beat file to upload.",
  ]) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(onSubmit).not.toHaveBeenCalled();
});

test("a filled form is sent as it stands", async () => {
  const { onSubmit } = show(null, { ...EMPTY_UPLOAD, genre: "Trap" });
  const file = new File(["x"], "monsoon.mp3", { type: "audio/mpeg" });
  await userEvent.type(screen.getByLabelText(/Title/), "Monsoon");
  await userEvent.type(screen.getByLabelText(/BPM/), "97");
  await userEvent.type(screen.getByLabelText("Tags"), "dark{Enter}  {Enter}");
  await userEvent.upload(screen.getByLabelText("Beat file"), file);
  await submit();
  expect(onSubmit).toHaveBeenCalledWith({
    title: "Monsoon",
    genre: "Trap",
    bpm: "97",
    tags: ["dark"],
    file,
  });
});

test("a file of the wrong kind is refused when it is chosen", async () => {
  show();
  const file = new File(["x"], "monsoon.ogg");
  await userEvent.upload(screen.getByLabelText("Beat file"), file, {
    applyAccept: false,
  });
  expect(
    screen.getByText("Invalid file type. Only MP3 and WAV files are allowed."),
  ).toBeTruthy();
});

test("a sixth tag is refused and stays in the field; one can be taken out", async () => {
  const tags = ["a", "b", "c", "d", "e"];
  show(null, { ...EMPTY_UPLOAD, tags });
  await userEvent.type(screen.getByLabelText("Tags"), "f{Enter}");
  expect(screen.getByText("Maximum 5 tags allowed")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove tag a" }));
  expect(screen.queryByText("Maximum 5 tags allowed")).toBeNull();
  await userEvent.type(screen.getByLabelText("Tags"), "{Enter}");
  expect(screen.getByRole("button", { name: "Remove tag f" })).toBeTruthy();
});

test("what went wrong on the server stands beside the kept form", () => {
  show("Error uploading beat. Please try again.", {
    ...EMPTY_UPLOAD,
    title: "Kept",
  });
  expect(screen.getByRole("alert").textContent).toBe(
    "Error uploading beat. Please try again.",
  );
  expect(screen.getByDisplayValue("Kept")).toBeTruthy();
});
