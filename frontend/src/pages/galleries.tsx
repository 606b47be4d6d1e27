import { Page } from '../shared/page.tsx';

export function Galleries() {
  return <Page title="Galleries" />;
}
