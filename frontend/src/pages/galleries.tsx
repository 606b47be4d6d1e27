import { Link } from 'react-router-dom';
import { Page } from '../ui/page.tsx';
import { EmptyState } from '../ui/states.tsx';

export function Galleries() {
  return (
    <Page title="Galleries" lead="Photos and films of your bookings, in one place.">
      <div className="card">
        <EmptyState
          title="No galleries yet"
          text="A gallery belongs to a confirmed booking. Yours will stand here."
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
