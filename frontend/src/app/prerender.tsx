import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App, loadPage } from './app.tsx';

await loadPage('/');

/** The landing page as static markup, rendered at build time and hydrated in the browser. */
export const landing = renderToString(
  <StrictMode>
    <StaticRouter location="/">
      <App />
    </StaticRouter>
  </StrictMode>,
);
