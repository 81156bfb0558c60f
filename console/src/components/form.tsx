import type { KeyboardEvent, ReactNode } from 'react';

/** A form that takes nothing more while it is sent. */
export function Form({
  isSending,
  noValidate = false,
  onSubmit,
  children,
}: {
  isSending: boolean;
  /** Leaves the validation to the API. */
  noValidate?: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    <form
      noValidate={noValidate}
      onKeyDown={keepEntries}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <FormFields isSending={isSending}>{children}</FormFields>
    </form>
  );
}

/** Fields that are disabled while they are sent: what is typed then would be lost once the answer is shown in place of the form. */
export function FormFields({ isSending, children }: { isSending: boolean; children: ReactNode }) {
  return (
    // As a group it would have to have a name.
    <fieldset role="none" className="form-fields" disabled={isSending}>
      {children}
    </fieldset>
  );
}

/** In a field of several entries Enter adds one; without one it does not send the form either. */
function keepEntries(event: KeyboardEvent<HTMLFormElement>): void {
  const { target } = event;
  if (event.key === 'Enter' && target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox')
    event.preventDefault();
}
