import { Page } from '../shared/page.tsx';

export function Recommendations() {
  return <Page title="Recommendations" />;
}
