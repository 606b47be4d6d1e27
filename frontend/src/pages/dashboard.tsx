import { Page } from '../shared/page.tsx';

export function Dashboard() {
  return <Page title="Dashboard" />;
}
