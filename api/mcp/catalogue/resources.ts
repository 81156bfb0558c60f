import type { z } from 'zod';
import { getCapability, listCapabilities } from '../../../domain/capabilities/operations/reads.ts';
import { getCaseStudy, listCaseStudies } from '../../../domain/case-studies/operations/reads.ts';
import { listContentItems } from '../../../domain/content-items/operations/reads.ts';
import { getMadeItem } from '../../../domain/executions/operations/get-made-item.ts';
import { getExecution, listExecutions } from '../../../domain/executions/operations/reads.ts';
import { invoke } from '../../../domain/kernel/invoke.ts';
import type { Operation } from '../../../domain/kernel/operation.ts';
import { getListing, listListings } from '../../../domain/seo/operations/reads.ts';
import { capabilityDetailResource } from '../../capabilities/resource.ts';
import { caseStudyDetailResource } from '../../case-studies/resource.ts';
import { contentItemDetailResource } from '../../content-items/resource.ts';
import { executionDetailResource } from '../../executions/resource.ts';
import { listingResource } from '../../listings/resource.ts';
import { readPath } from '../../read-input.ts';
import type { Presenter } from '../../resource.ts';
import { RESOURCE_PAGE, type ResourceCollection } from './catalogue.ts';

const pageInput = (page: number) => ({ page, per_page: RESOURCE_PAGE });

/** All resource collections, in the order of lists. */
export const COLLECTIONS: readonly ResourceCollection[] = [
  {
    name: 'capabilities',
    variable: 'slug',
    title: 'Capability',
    description: 'A capability of the catalogue with the JSON Schema of its settings.',
    permission: getCapability.permission,
    async read(context, slug) {
      const capability = await invoke(context.deps, context.call, getCapability, { params: { slug } });
      return capabilityDetailResource.present(capability, context);
    },
    async page({ deps, call }, page) {
      const all = await invoke(deps, call, listCapabilities, { input: { include_beta: true } });
      return all
        .slice((page - 1) * RESOURCE_PAGE, page * RESOURCE_PAGE)
        .map(({ slug, name, description }) => ({ id: slug, title: name, description }));
    },
  },
  {
    name: 'executions',
    variable: 'id',
    title: 'Execution',
    description: 'An execution with status, plan, results and what it made.',
    permission: getExecution.permission,
    read: reader(getExecution, executionDetailResource),
    async page({ deps, call }, page) {
      const { rows } = await invoke(deps, call, listExecutions, { input: pageInput(page) });
      return rows.map(({ id, capability, status }) => ({
        id,
        title: `${capability} ${id}`,
        description: `Is ${status}.`,
      }));
    },
  },
  {
    name: 'content-items',
    variable: 'id',
    title: 'Content item',
    description: 'A content item with its full text.',
    permission: getMadeItem.permission,
    read: reader(getMadeItem, contentItemDetailResource),
    async page({ deps, call }, page) {
      const rows = await invoke(deps, call, listContentItems, { input: pageInput(page) });
      return rows.map(({ id, title, preview }) => ({ id, title, description: preview }));
    },
  },
  {
    name: 'listings',
    variable: 'id',
    title: 'Listing',
    description: 'A marketplace listing that was scored before, as it was last read.',
    permission: getListing.permission,
    read: reader(getListing, listingResource),
    async page({ deps, call }, page) {
      const { rows } = await invoke(deps, call, listListings, { input: pageInput(page) });
      return rows.map(({ listing_id, content }) => ({
        id: listing_id,
        title: content.title || listing_id,
        description: content.shortDescription,
      }));
    },
  },
  {
    name: 'case-studies',
    variable: 'id',
    title: 'Case study',
    description: 'A case study with what the partner tells and what was generated.',
    permission: getCaseStudy.permission,
    read: reader(getCaseStudy, caseStudyDetailResource),
    async page({ deps, call }, page) {
      const { rows } = await invoke(deps, call, listCaseStudies, { input: pageInput(page) });
      return rows.map(({ id, company_name, case_study_title, status }) => ({
        id,
        title: case_study_title ?? company_name,
        description: `Is ${status}.`,
      }));
    },
  },
];

/** Reads the record that an operation finds by `id`, in the form of its resource. */
function reader<Params extends z.ZodType, Input extends z.ZodType, Target, Output>(
  operation: Operation<Params, Input, Target, Output>,
  { present }: Presenter<Output>,
): ResourceCollection['read'] {
  return async (context, id) => {
    const params = readPath(operation.params, { id });
    return present(await invoke(context.deps, context.call, operation, { params }), context);
  };
}
