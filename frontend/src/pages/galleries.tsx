import { Link } from 'react-router-dom';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function Galleries() {
  return (
    <Page title="Galleries" lead="Photos and videos from your bookings, in one place.">
      <div className="card">
        <EmptyState
          title="No galleries yet"
          text="Each gallery belongs to a confirmed booking. Yours will appear here."
          action={
            <Link className="button" to="/bookings">
              My Bookings
            </Link>
          }
        />
      </div>
    </Page>
  );
}
