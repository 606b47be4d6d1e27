import { Link } from 'react-router-dom';
import type { Booking } from '#bookings/contract';

/** Who is on the other side. */
export function PartyCard({ booking: { client, creator }, reader }: { booking: Booking; reader: string }) {
  const reads = client.id === reader ? 'client' : 'creator';
  const other = reads === 'client' ? creator : client;
  return (
    <section className="card pad block">
      <h2>{reads === 'client' ? 'Your professional' : 'Your client'}</h2>
      <div className="person">
        <span className="avatar" aria-hidden="true">
          {other.displayName.slice(0, 1)}
        </span>
        <div>
          <b>{other.displayName}</b>
          {reads === 'client' && (
            <div>
              <Link className="link small" to={`/creators/${other.id}`}>
                View Profile
              </Link>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}
