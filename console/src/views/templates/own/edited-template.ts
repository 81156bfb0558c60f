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

/**
 * The query of a template as its form changes it. The template is read before its definition: its tag is then never that of a newer
 * version than the one in the form.
 */
export function editedTemplateOptions(slug: string) {
  const path = { slug };
  return queryOptions({
    queryKey: [...getWorkflowTemplateQueryKey({ path }), 'edited'],
    queryFn: async ({ signal }): Promise<EditedFields> => {
      await getWorkflowTemplate({ path, signal, throwOnError: true });
      const { data } = await getWorkflowTemplateFile({ path, signal, throwOnError: true });
      const { slug: _slug, ...fields } = fieldsOf(data);
      return fields;
    },
  });
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
