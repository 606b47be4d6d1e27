import { SeedingTool } from '../features/catalog/seeding.tsx';
import { useMe } from '../features/identity/session.ts';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Fills an empty site with dummy vendors, for staff administrators. */
export function SeedDatabase() {
  const me = useMe().data;
  return (
    <Page
      title="Database Management"
      width="narrow"
      lead="Fill an empty site with dummy vendors, and remove them again."
    >
      {me?.staffRoles.includes('admin') === false ? (
        <EmptyState title="For administrators" text="Only staff administrators can create and delete dummy vendors." />
      ) : (
        <SeedingTool />
      )}
    </Page>
  );
}
