import type { Collection } from '../../../domain/kernel/change-events.ts';
import type { McpContext } from '../context.ts';

/** A line of resources/list. */
interface ResourceEntry {
  id: number | string;
  title: string;
  description?: string;
}

/** A kind of resource, read as `service://<name>/<id>`. */
export interface ResourceCollection {
  name: Collection;
  /** Name of the variable in the template. */
  variable: 'id' | 'slug';
  title: string;
  description: string;
  /** The resource as REST answers it. Throws AppError. */
  read(context: McpContext, id: string): Promise<unknown>;
  /** A page of the collection, from 1. Throws AppError; FORBIDDEN where the caller may not see any. */
  page(context: McpContext, page: number): Promise<ResourceEntry[]>;
}

/** Entries per page. */
export const RESOURCE_PAGE = 50;
