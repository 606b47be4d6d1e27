import { Link } from 'react-router-dom';
import { TextPage } from './text-page.tsx';

export function Recommendations() {
  return (
    <TextPage
      title="Tell Us What You Need"
      lead="An assistant that turns your event idea into a list of vendors is coming soon."
    >
      <p>
        Until then, there are two other ways to find the right people: browse creators and their prices, or post a lead
        and let them come to you.
      </p>
      <p className="actions">
        <Link className="button primary" to="/creators">
          Browse Creators
        </Link>
        <Link className="button" to="/leads/create">
          Post a Lead
        </Link>
      </p>
    </TextPage>
  );
}
