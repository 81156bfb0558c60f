import { FORMAT_VERSION, KINDS, NEW_TEMPLATE, type TemplateFields } from './model.ts';

/** Largest file that is read, bytes: the largest template as JSON with spaces. */
export const MAX_FILE_BYTES = 262_144;

/** Why a file is no template's. */
export type FileProblem = 'notRead' | 'otherVersion';

/**
 * The template in a file. Only what the form shows without failing is looked at; everything else the API names when it is
 * saved.
 */
export function templateIn(text: string): TemplateFields | FileProblem {
  const file = parse(text);
  if (!isRecord(file)) return 'notRead';
  if (file['format_version'] !== FORMAT_VERSION) return 'otherVersion';
  const { slug, name, description = '', category, input = [], steps, example = {} } = file;
  const isTemplate =
    [slug, name, description, category].every((part) => typeof part === 'string') &&
    isListOf(input, isField) &&
    isListOf(steps, isStep) &&
    isRecord(example);
  if (!isTemplate) return 'notRead';
  const template: unknown = {
    ...NEW_TEMPLATE,
    ...{ slug, name, description, category, example },
    input: (input as object[]).map((field) => ({ required: false, description: '', ...field })),
    steps: (steps as object[]).map((step) => ({ depends_on: [], optional: false, settings: {}, when: [], ...step })),
  };
  return template as TemplateFields;
}

function isField({ name, type, description = '', values = [] }: Record<string, unknown>): boolean {
  return (
    typeof name === 'string' &&
    typeof description === 'string' &&
    (type === 'string' || KINDS.some((kind) => kind === type)) &&
    isListOfTexts(values)
  );
}

function isStep(step: Record<string, unknown>): boolean {
  const { key, capability, title, depends_on: before = [], settings = {}, when = [] } = step;
  return (
    [key, capability, title].every((part) => typeof part === 'string') &&
    isListOfTexts(before) &&
    isRecord(settings) &&
    Object.values(settings).every(isRecord) &&
    isListOf(when, ({ field, operator, values }) => {
      return typeof field === 'string' && typeof operator === 'string' && Array.isArray(values);
    })
  );
}

function isListOf(list: unknown, isOne: (entry: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(list) && list.every((entry) => isRecord(entry) && isOne(entry));
}

function isListOfTexts(list: unknown): boolean {
  return Array.isArray(list) && list.every((entry) => typeof entry === 'string');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
