import { Page } from '../shared/page.tsx';

export function Leads() {
  return <Page title="Browse Leads" />;
}
