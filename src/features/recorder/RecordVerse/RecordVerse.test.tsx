// @vitest-environment jsdom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConvexProvider, ConvexReactClient } from "convex/react";
import { useEffect } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { makeBeat } from "../../../testing/content";
import { signedInAs } from "../../../testing/people";
import { render } from "../../../testing/render";
import { RecordVerse } from "./RecordVerse";

const opened = vi.hoisted(() => vi.fn<() => void>());

// jsdom has no microphone.
vi.mock("../../../audio/signal/recordingSupport", () => ({
  findRecordingProblem: () => null,
}));
vi.mock("../RecordVerseDialog/RecordVerseDialog", () => ({
  RecordVerseDialog: function Recorder() {
    useEffect(opened, []);
    return <p>The recorder</p>;
  },
}));

afterEach(() => vi.unstubAllGlobals());

test("a second press on the record key leaves the open recorder alone", async () => {
  // Never connects: the button only asks the server about blocks.
  const client = new ConvexReactClient("https://backend.example");
  render(
    <ConvexProvider client={client}>
      <RecordVerse beat={makeBeat()} problem={null} />
    </ConvexProvider>,
    { viewer: signedInAs("rapper") },
  );
  const key = screen.getByRole("button", { name: "Record verse" });
  await userEvent.click(key);
  await screen.findByText("The recorder");
  await userEvent.click(key);
  await waitFor(() => expect(key.ariaBusy).toBe("true"));
  await screen.findByText("The recorder");
  expect(opened).toHaveBeenCalledTimes(1);
});
