/**
 * Opens an address that is not known yet in a new tab. Call it directly in the click handler: the tab opens before `url`
 * resolves, because pop-up blockers stop one that opens later. The new tab gets no reference to this page.
 * Rejects with the error of `url`, and closes the tab.
 */
export const openInNewTab = async (url: Promise<string>): Promise<void> => {
  const tab = open('about:blank', '_blank');
  if (tab) tab.opener = null;
  try {
    (tab ?? window).location.assign(await url);
  } catch (error) {
    tab?.close();
    throw error;
  }
};
