import { Calendar, Search } from 'lucide-react';
import { Link } from 'react-router-dom';
import { IconTile } from '../../ui/icon-tile.tsx';
import './dashboard.css';

/** Links to what a client does most often. */
export function QuickCards({ className = '' }: { className?: string }) {
  return (
    <div className={`columns quick-cards ${className}`}>
      <Link className="card pad opens media" to="/leads/create">
        <IconTile>
          <Calendar />
        </IconTile>
        <div>
          <h2>Post a New Lead</h2>
          <span className="muted small">Describe your event and let professionals come to you.</span>
        </div>
      </Link>
      <Link className="card pad opens media" to="/leads">
        <IconTile>
          <Search />
        </IconTile>
        <div>
          <h2>Browse Creators</h2>
          <span className="muted small">Find the right professionals for your event.</span>
        </div>
      </Link>
    </div>
  );
}
