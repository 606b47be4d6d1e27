/** An open tab whose URL is not known yet. */
export type ReservedTab = {
  /** Opens this URL in the tab. If `url` rejects, closes the tab and rejects with the same error. */
  open(url: Promise<string>): Promise<void>;
};

/**
 * Opens an empty tab. Call it directly in the click handler: pop-up blockers stop a tab that opens after a request. The
 * tab gets no reference to this page. Where the browser opens none, this tab goes to the address instead.
 */
export const reserveTab = (): ReservedTab => {
  const tab = open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return {
    open: async (url) => {
      try {
        (tab ?? window).location.assign(await url);
      } catch (error) {
        tab?.close();
        throw error;
      }
    },
  };
};
