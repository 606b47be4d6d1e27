import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { App } from './app.tsx';
import { SignedInHeader } from './header.tsx';
import { loadCode } from './load-page.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { routes } from './routes.tsx';

await loadCode('/');

/** The landing page as static markup, rendered at build time and hydrated in the browser. */
export const landing = renderToString(
  <StrictMode>
    <StaticRouter location="/">
      <App />
    </StaticRouter>
  </StrictMode>,
);

/** Header, heading and skeleton of every signed-in page: on screen while its code and data are loading. */
export const skeletons = routes
  .filter(({ shell }) => shell === 'signed-in')
  .map(({ path, file = '', title = '' }) => ({
    path,
    file,
    title,
    markup: renderToString(
      <StaticRouter location={path}>
        <SignedInHeader sells={false} onSignOut={() => undefined} />
        <PageSkeleton />
      </StaticRouter>,
    ),
  }));
