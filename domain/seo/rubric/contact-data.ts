import { emailAddresses, phoneNumbers } from '../../guardrails/personal-data.ts';

/** Email addresses and phone numbers in the text, each once, including those of a company. */
export function contactData(text: string): string[] {
  return [...new Set([...emailAddresses(text), ...phoneNumbers(text)])];
}
