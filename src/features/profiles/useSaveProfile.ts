import { useMutation } from "convex/react";
import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { normalizeUsername } from "../../../convex/shared/usernames";
import { fieldOfFailure } from "../../components/ProfileFields/profileForm";
import { useFailureText } from "../../hooks/useFailureText";
import { failureCode } from "../../lib/failureText";
import { useTexts } from "../../texts/TextsProvider";
import type { EditValues } from "./editErrors";

type SaveState =
  { kind: "idle" | "saving" | "saved" } | { kind: "failed"; message: string };

/** Long enough to read that it worked. */
const closeAfterMs = 1500;

/** Saves the profile and closes a while after; `save` answers with the refused field, or null. */
export function useSaveProfile(onClose: () => void) {
  const update = useMutation(api.profiles.update);
  const { failed } = useTexts("profiles").editForm;
  const failureText = useFailureText();
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const isSaved = state.kind === "saved";

  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(onClose, closeAfterMs);
    return () => clearTimeout(timer);
  }, [isSaved, onClose]);

  const save = async (values: EditValues) => {
    setState({ kind: "saving" });
    try {
      const username = normalizeUsername(values.username);
      await update({ ...values, username });
      setState({ kind: "saved" });
      return null;
    } catch (error) {
      const field = fieldOfFailure(failureCode(error));
      const message = failureText(error, failed);
      setState(field === null ? { kind: "failed", message } : { kind: "idle" });
      return field === null ? null : { field, message };
    }
  };

  return { state, save };
}
