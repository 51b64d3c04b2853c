import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { normalizeUsername } from "../../../convex/shared/usernames";
import { fieldOfFailure } from "../../components/ProfileFields/profileValues";
import { useFailureText } from "../../hooks/useFailureText";
import { failureCode } from "../../lib/failureText";
import { useTexts } from "../../texts/TextsProvider";
import type { ProfileEdit } from "../../../convex/shared/profileFields";

type SaveState =
  | { status: "idle" | "saving" | "saved" }
  | { status: "failed"; message: string };

/** How long the success message stays before the dialog closes. */
const CLOSE_AFTER_MS = 1500;

/**
 * Saves the profile and calls `onClose` shortly after. `save` never rejects: it resolves to the
 * field that the server refused, or to null; other failures are in `state`.
 */
export function useSaveProfile(onClose: () => void) {
  const update = useMutation(api.profiles.update);
  const { failed } = useTexts("profiles").editForm;
  const failureText = useFailureText();
  const [state, setState] = useState<SaveState>({ status: "idle" });
  const isSaved = state.status === "saved";

  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(onClose, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSaved, onClose]);

  const save = async (values: ProfileEdit) => {
    setState({ status: "saving" });
    try {
      const username = normalizeUsername(values.username);
      await update({ ...values, username });
      setState({ status: "saved" });
      return null;
    } catch (error) {
      const field = fieldOfFailure(failureCode(error));
      const message = failureText(error, failed);
      setState(
        field === null ? { status: "failed", message } : { status: "idle" },
      );
      return field === null ? null : { field, message };
    }
  };

  return { state, save };
}
