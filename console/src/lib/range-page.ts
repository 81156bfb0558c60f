/** A page of the API's second form, as lists take one. */
export function rangePage<Row>({
  data,
  meta: { total, page, last_page },
}: {
  data: Row[];
  meta: { total: number; page: number; last_page: number };
}): { data: Row[]; meta: { total: number; page: number; total_pages: number } } {
  return { data, meta: { total, page, total_pages: last_page } };
}
