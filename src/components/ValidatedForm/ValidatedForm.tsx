import type { ReactNode, SubmitEvent } from "react";

/** What is needed of the result of `useForm`. */
interface Submittable<Values> {
  onSubmit: (
    accept: (values: Values) => void,
    refuse: () => void,
  ) => (event?: SubmitEvent<HTMLFormElement>) => void;
}

interface ValidatedFormProps<Values> {
  form: Submittable<Values>;
  /** Errors that it sets on fields are focused when it is done. */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/** Our own validation instead of the browser's; a refused submit moves to the first field with an error. */
export function ValidatedForm<Values>({
  form,
  onSubmit,
  children,
}: ValidatedFormProps<Values>) {
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    const focus = () => focusFirstError(element);
    form.onSubmit((values) => void onSubmit(values).then(focus), focus)(event);
  };

  return (
    <form noValidate onSubmit={handleSubmit}>
      {children}
    </form>
  );
}

/** Waits for the frame in which the errors are painted. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    form
      .querySelector<HTMLElement>(
        '[aria-invalid="true"], fieldset[aria-describedby] input',
      )
      ?.focus();
  });
}
