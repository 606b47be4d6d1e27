import { Page } from '../shared/page.tsx';

export function Creators() {
  return <Page title="Creators" />;
}
