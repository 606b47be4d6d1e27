import { Page } from '../shared/page.tsx';

export function PurchasedLeads() {
  return <Page title="My Purchased Leads" />;
}
