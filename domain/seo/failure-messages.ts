/** The sentence for the partner when an analysis fails for a reason other than its listing. */
const MESSAGES: Record<string, string> = {
  deadline: 'The analysis could not be carried out in time. Nothing was charged; try again later.',
  lost: 'The analysis was stopped by the operators of the service. Nothing was charged; try again when you like.',
  refused: 'The analysis could not be started. Nothing was charged.',
};

const UNEXPECTED = 'The analysis failed unexpectedly. Nothing was charged; try again later.';

/** The sentence for a type of failure. */
export function failureMessage(reason: string): string {
  return MESSAGES[reason] ?? UNEXPECTED;
}
