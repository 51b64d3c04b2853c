import { expect, test } from "vitest";
import { MESSAGES } from "../../convex/shared/messages";
import { en } from "./en/all";
import { auth } from "./en/auth";
import { upload } from "./en/upload";

/**
 * Error texts that the specification gives word for word and that no end-to-end test shows on a
 * screen.
 */
test.each([
  [auth.signIn.userNotFound, "No account found with this email."],
  [auth.signIn.incorrectPassword, "Incorrect password."],
  [auth.signIn.unknown, "An unknown error occurred."],
  [
    auth.activate.resendFailedBecause("Wait a minute."),
    "Error resending activation email: Wait a minute.",
  ],
  [en.shell.signOutFailed, "Error signing out"],
  [
    upload.unexpected,
    "An unexpected error occurred. Please select a file again.",
  ],
  [en.player.problems.missingBeat, "No audio file available for this beat."],
  [en.player.problems.missing, "No audio file available"],
  [en.player.problems.network, "Error loading audio file"],
  [en.player.problems.decode, "Unable to play audio file"],
  [en.player.problems.gone, "Audio file not available"],
  [en.player.problems.unsupported, "Unable to load audio file"],
  [en.player.problems.refusedBeat, "Error playing beat"],
  [MESSAGES.NOT_SIGNED_IN, "User not authenticated"],
  [
    MESSAGES.NOT_SIGNED_IN_FOR_UPLOAD,
    "User not authenticated for file upload.",
  ],
  [MESSAGES.NOT_THE_PRODUCER, "Only the producer can update verses count"],
  [MESSAGES.BEAT_NOT_FOUND, "Beat not found"],
  [MESSAGES.SIGN_UP_FAILED, "Error creating account. Please try again."],
])("%s", (text, specified) => {
  expect(text).toBe(specified);
});
