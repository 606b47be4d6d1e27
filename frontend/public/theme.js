// Runs before the first paint, so that the page never flashes in the other theme.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    let chosen = null;
    try {
      chosen = localStorage.getItem('festoon.theme');
    } catch {
      // Storage may be forbidden: the system's preference applies.
    }
    const dark = chosen ? chosen === 'dark' : system.matches;
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  };
  show();
  // Some systems switch to dark in the evening, while the page is open.
  system.addEventListener('change', show);
})();
