import { CloseAccountCard } from '../features/identity/close-account-card.tsx';
import { ExportCard } from '../features/identity/export-card.tsx';

export function Privacy() {
  return (
    <div className="stack">
      <ExportCard />
      <CloseAccountCard />
    </div>
  );
}
