import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App, fetchFor } from './app.tsx';

await fetchFor('/');

/** The landing page's markup, as the browser will draw it first. Made while building. */
export const landing = renderToString(
  <StrictMode>
    <StaticRouter location="/">
      <App />
    </StaticRouter>
  </StrictMode>,
);
