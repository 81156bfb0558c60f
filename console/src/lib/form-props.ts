/** Props of a form that creates or edits a record. The API validates the values. */
export interface FormProps<Values> {
  initial: Values;
  /** Label of the submit button. */
  submit: string;
  /** Error of the last request. */
  error: unknown;
  isPending: boolean;
  onSubmit: (values: Values) => void;
}
