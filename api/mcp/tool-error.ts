import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AppError, ErrorCode } from '../../domain/kernel/errors.ts';
import type { ErrorDetails } from '../../domain/kernel/problems.ts';
import { finderOf, readerOf } from './names.ts';

/** Tools that help with an error, by its code. */
export const EXPLAINED_BY: Partial<Record<ErrorCode, string>> = {
  NO_CREDITS: 'get_usage',
  DAILY_CREDIT_LIMIT_EXCEEDED: 'get_usage',
  CAPABILITY_NOT_ALLOWED: 'list_capabilities',
  WEBHOOK_LIMIT_REACHED: 'list_webhooks',
};
/** Codes for an argument that identifies no record of the caller. */
const NAMES_NOTHING: readonly ErrorCode[] = ['NOT_FOUND', 'CASE_STUDY_NOT_FOUND', 'FORBIDDEN'];
/** Codes for a record whose state does not permit the call. */
const REFUSED_BY_STATE: readonly ErrorCode[] = ['CONFLICT', 'GONE'];

/** Tools that help with an error: by its code, the records in the arguments, or the invalid arguments. */
function suggestedTools(
  { code, details = {} }: AppError,
  named: (parameter: string) => string,
  given: readonly string[],
) {
  const tool = EXPLAINED_BY[code];
  if (tool) return [`See ${tool}.`];
  if (REFUSED_BY_STATE.includes(code)) {
    return given.map(readerOf).flatMap((reader) => (reader ? [`${reader} tells how it stands.`] : []));
  }
  const complaints = Object.keys(details).flatMap((field) => [named(field.split('.')[0] ?? field), lastOf(field)]);
  const blamed = NAMES_NOTHING.includes(code) ? given : complaints;
  return [...new Set(blamed)].flatMap((argument) => {
    const finder = finderOf(argument);
    return finder ? [`${argument}: ${finder} has what it can be.`] : [];
  });
}

/** `template_slug` of `target.template_slug`. */
function lastOf(field: string): string {
  return field.slice(field.lastIndexOf('.') + 1);
}

/**
 * A result that describes an error so that a model can correct it: the code, then each argument, then tools that help.
 */
export function failed(
  error: AppError,
  named: (parameter: string) => string,
  given: readonly string[],
): CallToolResult {
  const { code, message, details = {} } = error;
  const fields = Object.entries(details satisfies ErrorDetails).map(
    ([field, messages]) => `${named(field)}: ${messages.join(' ')}`,
  );
  const text = [`${code}: ${message}`, ...fields, ...suggestedTools(error, named, given)].join('\n');
  return { content: [{ type: 'text', text }], isError: true };
}
