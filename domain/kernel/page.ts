import type { EntitySchema, FindManyOptions, ObjectLiteral } from 'typeorm';
import type { Db } from './deps.ts';

/** One page of a list, newest first unless said otherwise. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  page: number;
  per_page: number;
}

/** Which page is wanted. */
export interface PageRequest {
  page: number;
  per_page: number;
}

/** Rows to skip for the page. */
export function offsetOf(request: PageRequest): number {
  return (request.page - 1) * request.per_page;
}

/** A page of the rows of a table for which `where` holds. */
export async function listPage<Row extends ObjectLiteral>(
  db: Db,
  { entity }: { entity: EntitySchema<Row> },
  { where, order }: Required<Pick<FindManyOptions<Row>, 'where' | 'order'>>,
  request: PageRequest,
): Promise<Page<Row>> {
  const { page, per_page } = request;
  const repository = db.getRepository(entity);
  const [rows, total] = await repository.findAndCount({ where, order, skip: offsetOf(request), take: per_page });
  return { rows, total, page, per_page };
}
