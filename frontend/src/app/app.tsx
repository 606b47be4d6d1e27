import { type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import type { LazyComponent } from './lazy-component.tsx';
import { loadPage } from './load-page.ts';
import { PageBoundary } from './page-boundary.tsx';
import { ProgressLine } from './progress-line.tsx';
import { routes, type ShellName } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import { antDesign, providers, shells } from './shells.ts';

const layout = ({ Component }: LazyComponent, children: RouteObject[]): RouteObject => ({
  element: <Component />,
  children,
});

const inShell = (name: ShellName): RouteObject => {
  const entries = routes.filter(({ shell }) => shell === name);
  const areas = [...Map.groupBy(entries, (entry) => entry.layout)].flatMap(([areaLayout, pages]): RouteObject[] => {
    const children = pages.map(({ path, page }) => ({ path, element: <page.Component /> }));
    return areaLayout ? [layout(areaLayout, children)] : children;
  });
  return layout(shells[name], areas);
};

function Root() {
  const { pathname, search } = useLocation();
  // Called during the render, so that shell, page and data are requested together. The page boundary shows a failure.
  loadPage(pathname, search).catch(() => undefined);
  return (
    <>
      <ScrollAndFocus />
      <ProgressLine />
      <PageBoundary />
    </>
  );
}

const tree: RouteObject[] = [
  {
    element: <Root />,
    children: [
      inShell('plain'),
      layout(providers, [inShell('public'), layout(antDesign, [inShell('focused'), inShell('signed-in')])]),
    ],
  },
];

export function App() {
  return useRoutes(tree);
}
