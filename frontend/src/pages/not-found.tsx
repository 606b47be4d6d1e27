import { Page } from '../shared/page.tsx';

export function NotFound() {
  return <Page title="NotFound" />;
}
