import { VisuallyHidden } from "@mantine/core";
import { isEmailOfAnyAge, typedEmail } from "../../../convex/shared/email";

/** A hidden field that tells password managers which account the new password belongs to. */
export function AccountOfPassword({ email }: { email: string }) {
  const address = typedEmail(email);
  if (!isEmailOfAnyAge(address)) return null;
  return (
    <VisuallyHidden aria-hidden>
      <input
        type="email"
        name="email"
        autoComplete="username"
        value={address}
        readOnly
        tabIndex={-1}
      />
    </VisuallyHidden>
  );
}
