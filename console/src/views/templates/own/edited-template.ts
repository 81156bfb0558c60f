import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  getWorkflowTemplateQueryKey,
  listGroupedWorkflowTemplatesQueryKey,
  listWorkflowTemplateVersionsQueryKey,
} from '../../../api/generated/client/@tanstack/react-query.gen.ts';
import { getWorkflowTemplate, getWorkflowTemplateFile } from '../../../api/generated/client/sdk.gen.ts';
import { fieldsOf, type TemplateFields } from './model.ts';

/** What a form of a template changes; the slug stays. */
export type EditedFields = Omit<TemplateFields, 'slug'>;

/** A template as its form changes it. */
export interface EditedTemplate {
  fields: EditedFields;
  /** The version that the template had when its tag was read. */
  version: number | null;
}

/** The query of a template as its form changes it; its definition and its tag are read at once. */
export function editedTemplateOptions(slug: string) {
  const path = { slug };
  return queryOptions({
    queryKey: [...getWorkflowTemplateQueryKey({ path }), 'edited'],
    queryFn: async ({ signal }): Promise<EditedTemplate> => {
      const [template, fields] = await Promise.all([
        getWorkflowTemplate({ path, signal, throwOnError: true }),
        definitionOf(slug, { signal }),
      ]);
      return { fields, version: template.data.data.attributes.version };
    },
  });
}

/** The definition of a template, or of a version of it. */
async function definitionOf(slug: string, { version, signal }: { version?: number; signal?: AbortSignal }) {
  const { data } = await getWorkflowTemplateFile({
    path: { slug },
    ...(version !== undefined && { query: { version } }),
    ...(signal && { signal }),
    throwOnError: true,
  });
  const { slug: _slug, ...fields } = fieldsOf(data);
  return fields;
}

/**
 * Whether the definition that a form began with is of the version whose tag was read beside it: somebody may have saved another between
 * the two.
 */
export async function isOfItsTag(slug: string, { fields, version }: EditedTemplate): Promise<boolean> {
  if (version === null) return true;
  const { input, steps, example } = await definitionOf(slug, { version });
  const shown = { input: fields.input, steps: fields.steps, example: fields.example };
  return JSON.stringify(shown) === JSON.stringify({ input, steps, example });
}

/** Reads everything again that shows a template. */
export async function refreshTemplate(queryClient: QueryClient, slug: string): Promise<void> {
  const path = { slug };
  await Promise.all(
    [
      getWorkflowTemplateQueryKey({ path }),
      editedTemplateOptions(slug).queryKey,
      listWorkflowTemplateVersionsQueryKey({ path }),
      listGroupedWorkflowTemplatesQueryKey(),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}
