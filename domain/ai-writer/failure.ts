import { AiError, type AiErrorKind } from '../../infra/ai/port.ts';
import { AppError } from '../kernel/errors.ts';

const SENTENCES: Record<AiErrorKind, string> = {
  rate_limited: 'The AI provider takes no more requests just now.',
  quota: 'The account with the AI provider is used up; tell the operators of the service.',
  unavailable: 'The AI provider could not be reached.',
  timeout: 'The AI provider did not answer in time.',
  cut_off: 'The AI provider broke its answer off.',
  malformed: 'The AI provider gave no text.',
  too_long: 'The text does not fit into an answer of the AI provider; ask for a shorter one.',
  refused: 'The AI provider declined to write this; change what you tell, and try again.',
  misconfigured: 'The AI provider rejected the request because of how the service is set up.',
};

/** Maps a failure of the provider to an API error; other errors pass unchanged. */
export function writerFailure(error: unknown): unknown {
  if (!(error instanceof AiError)) return error;
  const sentence = `${SENTENCES[error.kind]} Nothing was charged for it; a repeat goes on where it ended.`;
  return new AppError('SERVER_ERROR', sentence, { cause: error });
}
