import { Link } from 'react-router-dom';
import { useContact } from '../features/contact/api.ts';
import { TextPage } from './text-page.tsx';

export function Contact() {
  const { data } = useContact();
  return (
    <TextPage title="Contact" lead="Tell us what happened and what you were trying to do.">
      <p>
        {data?.email ? (
          <>
            Write to <a href={`mailto:${data.email}`}>{data.email}</a>, or reply to any email from Festoon,
          </>
        ) : (
          'Reply to any email from Festoon'
        )}{' '}
        to reach the people who run this site. Mention the booking or lead it’s about so we can find it quickly.
      </p>
      <p>
        The Enterprise plan isn’t available yet. If you’re interested, email us how many people you work with and what
        they need.
      </p>
      <p>
        For a current booking, contact the other party first. You’ll find their name on the booking page, under{' '}
        <Link to="/bookings">My Bookings</Link>.
      </p>
    </TextPage>
  );
}
