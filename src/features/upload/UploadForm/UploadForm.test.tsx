// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import type { ErrorCode } from "../../../../convex/shared/messages";
import { render } from "../../../testing/render";
import { EMPTY_UPLOAD, type UploadValues } from "../uploadValues";
import { UploadForm } from "./UploadForm";

function show(
  problem: string | null = null,
  start = EMPTY_UPLOAD,
  fileRefusal?: ErrorCode,
) {
  const onSubmit = vi.fn<(values: UploadValues) => void>();
  function Page() {
    const [values, setValues] = useState<UploadValues>(start);
    return (
      <UploadForm
        values={values}
        problem={problem}
        fileRefusal={fileRefusal}
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

test("does not send an empty form and reports what is missing", async () => {
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

test("sends a complete form", async () => {
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
    terms: "here",
    file,
    givenTitle: "monsoon",
  });
});

test("offers four terms, of which the first is chosen until another is", async () => {
  show();
  const choice = within(
    screen.getByRole("group", { name: "What may others do with it?" }),
  );
  const radios = choice.getAllByRole<HTMLInputElement>("radio");
  expect(radios.map(({ value }) => value)).toEqual([
    "here",
    "share",
    "shareForMoney",
    "ask",
  ]);
  expect(radios.map(({ checked }) => checked)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const ask = "Ask the producer before you use it anywhere else.";
  await userEvent.click(choice.getByRole("radio", { name: ask }));
  expect(radios.map(({ checked }) => checked)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});

test("sends the chosen terms", async () => {
  const file = new File(["x"], "monsoon.mp3", { type: "audio/mpeg" });
  const complete = { title: "Monsoon", genre: "Trap", bpm: "97", file };
  const { onSubmit } = show(null, { ...EMPTY_UPLOAD, ...complete });
  const share = "Share it anywhere with credit, but not for money.";
  await userEvent.click(screen.getByRole("radio", { name: share }));
  await submit();
  expect(onSubmit.mock.lastCall?.[0].terms).toBe("share");
});

test("says at the file why its contents are refused, and does not send it", async () => {
  const file = new File(["x"], "monsoon.mp3");
  const complete = { title: "Monsoon", genre: "Trap", bpm: "97", file };
  const start = { ...EMPTY_UPLOAD, ...complete };
  const { onSubmit } = show(null, start, "BEAT_FILE_INVALID");
  expect(
    screen.getByText("Invalid file type. Only MP3 and WAV files are allowed."),
  ).toBeTruthy();
  await submit();
  expect(onSubmit).not.toHaveBeenCalled();
});

test("rejects a sixth tag, keeps it in the field and accepts it after another is removed", async () => {
  const tags = ["a", "b", "c", "d", "e"];
  show(null, { ...EMPTY_UPLOAD, tags });
  await userEvent.type(screen.getByLabelText("Tags"), "f{Enter}");
  expect(screen.getByText("Maximum 5 tags allowed")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove tag a" }));
  expect(screen.queryByText("Maximum 5 tags allowed")).toBeNull();
  await userEvent.type(screen.getByLabelText("Tags"), "{Enter}");
  expect(screen.getByRole("button", { name: "Remove tag f" })).toBeTruthy();
});

test("shows a server error and keeps the form", () => {
  show("Error uploading beat. Please try again.", {
    ...EMPTY_UPLOAD,
    title: "Kept",
  });
  expect(screen.getByRole("alert").textContent).toBe(
    "Error uploading beat. Please try again.",
  );
  expect(screen.getByDisplayValue("Kept")).toBeTruthy();
});

test("moves the focus to the first field with an error", async () => {
  const file = new File(["x"], "monsoon.mp3", { type: "audio/mpeg" });
  show(null, { ...EMPTY_UPLOAD, title: "Monsoon", file });
  await submit();
  expect(document.activeElement).toBe(screen.getByLabelText(/Genre/));
});
