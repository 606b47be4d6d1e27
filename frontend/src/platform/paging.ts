/** The options of a query that reads a list page by page: each page has the cursor of the next one, the last page none. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
};
