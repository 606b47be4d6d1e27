/** Where the data of leads is read. The table of pages requests some of it before the code of a page is loaded. */
export const leadEndpoints = {
  all: '/leads',
  public: '/leads/public',
  own: '/leads/mine',
  purchased: '/leads/purchased',
  views: '/leads/views',
  buyers: (id: string) => `/leads/${encodeURIComponent(id)}/purchases`,
  refundRequest: (id: string) => `/leads/${encodeURIComponent(id)}/refund-request`,
  match: (id: string) => `/leads/${encodeURIComponent(id)}/match`,
  detail: (id: string) => `/leads/${encodeURIComponent(id)}`,
};
