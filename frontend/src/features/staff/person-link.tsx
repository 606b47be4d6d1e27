import { Link } from 'react-router-dom';
import { shortId } from './timeline-entries.ts';

/** A link to the page of a person. Without a name it shows the beginning of the id. */
export function PersonLink({ id, name = shortId(id) }: { id: string; name?: string }) {
  return (
    <Link className="link" to={`/staff/people/${id}`}>
      {name}
    </Link>
  );
}
