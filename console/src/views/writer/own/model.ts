import type { CreateWriterTemplateBody } from '../../../api/generated/client/types.gen.ts';
import { identifierOf } from '../../../lib/identifier.ts';
import type { Question } from '../model.ts';

/** Most fields of a template; the API has the same. */
export const MAX_FIELDS = 12;
/** Most characters of the name of a field. */
const MAX_NAME = 40;
/** Most characters of a field's value unless it is given another maximum. */
const DEFAULT_MAX = { text: 500, textarea: 10_000 } as const;

/** A field as the form has it. */
export interface OwnField {
  name: string;
  label: string;
  type: 'text' | 'textarea';
  required: boolean;
  max: number;
}

/** What the form of a template changes. */
export interface TemplateValues {
  name: string;
  description: string;
  category: CreateWriterTemplateBody['category'];
  fields: OwnField[];
  brief: string;
  task: string;
  form: string[];
  output: {
    content_type: CreateWriterTemplateBody['output']['content_type'];
    is_list: boolean;
    max_words: number | null;
  };
}

/** Content types of saved texts. */
export const CONTENT_TYPES = [
  'text_content',
  'blog_post',
  'email_draft',
  'social_post',
  'product_description',
] as const satisfies readonly TemplateValues['output']['content_type'][];

/** A field that is added. */
export const NEW_FIELD: OwnField = { name: '', label: '', type: 'text', required: false, max: DEFAULT_MAX.text };

/** A new template, which asks for one thing. */
export const NEW_TEMPLATE: TemplateValues = {
  name: '',
  description: '',
  category: 'text',
  fields: [{ ...NEW_FIELD, required: true }],
  brief: '',
  task: '',
  form: [],
  output: { content_type: 'text_content', is_list: false, max_words: null },
};

/** A field with another label; its name follows until it is given one of its own. */
export function withLabel(field: OwnField, label: string): OwnField {
  const follows = field.name === identifierOf(field.label, MAX_NAME);
  return { ...field, label, name: follows ? identifierOf(label, MAX_NAME) : field.name };
}

/** A field of another type, with its maximum unless it has one of its own. */
export function withType(field: OwnField, type: OwnField['type']): OwnField {
  return { ...field, type, max: field.max === DEFAULT_MAX[field.type] ? DEFAULT_MAX[type] : field.max };
}

/** The questions as the form of the template asks them: required ones first. */
export function questionsOf(fields: readonly OwnField[]): Question[] {
  const asked = fields.map(({ label, ...field }) => ({ ...field, question: label || field.name }));
  return [...asked.filter(({ required }) => required), ...asked.filter(({ required }) => !required)];
}
