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
