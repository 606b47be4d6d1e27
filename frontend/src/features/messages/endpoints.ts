const all = '/threads';
const detail = (id: string) => `${all}/${encodeURIComponent(id)}`;

/** Where conversations are read. The table of pages requests them before the code of the page is loaded. */
export const threadEndpoints = { all, detail, messages: (id: string) => `${detail(id)}/messages` };
