import { Link } from 'react-router-dom';
import { TextPage } from './text-page.tsx';

export function Recommendations() {
  return (
    <TextPage
      title="Tell Us What You Need"
      lead="The assistant that turns an idea into a list of vendors has not opened yet."
    >
      <p>
        Until it does, two other ways lead to the right people: look through the creators and their prices, or post a
        lead and let them come to you.
      </p>
      <p className="text-ways">
        <Link className="button primary" to="/creators">
          Browse creators
        </Link>
        <Link className="button" to="/leads/create">
          Post a Lead
        </Link>
      </p>
    </TextPage>
  );
}
