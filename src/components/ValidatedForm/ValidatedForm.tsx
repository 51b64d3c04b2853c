import { type ReactNode, type SubmitEvent, useEffect, useState } from "react";

/** The part of Mantine's `useForm` result that is used here. */
interface Submittable<Values> {
  onSubmit: (
    accept: (values: Values) => void,
    refuse: () => void,
  ) => (event?: SubmitEvent<HTMLFormElement>) => void;
}

interface ValidatedFormProps<Values> {
  /** Name of the form for screen readers, needed if the page has more than the form. */
  label?: string;
  form: Submittable<Values>;
  /**
   * Called with valid values only. When it resolves, the first field with an error gets the focus.
   * It should not reject.
   */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/**
 * A form that uses our validation instead of the browser's, and focuses the first invalid field
 * after a rejected submit.
 */
export function ValidatedForm<Values>({
  label,
  form,
  onSubmit,
  children,
}: ValidatedFormProps<Values>) {
  // A new object for each rejection, so that the effect also runs when the same form is rejected
  // again.
  const [refused, setRefused] = useState<{ form: HTMLFormElement } | null>(
    null,
  );

  // The errors were set before this state, so they are rendered when the effect runs.
  useEffect(() => {
    if (refused !== null) focusFirstError(refused.form);
  }, [refused]);

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const focus = () => setRefused({ form: element });
    form.onSubmit((values) => void onSubmit(values).then(focus), focus)(event);
  };

  return (
    <form noValidate onSubmit={handleSubmit} aria-label={label}>
      {children}
    </form>
  );
}

function focusFirstError(form: HTMLFormElement): void {
  form
    .querySelector<HTMLElement>(
      '[aria-invalid="true"], fieldset[aria-describedby] input',
    )
    ?.focus();
}
