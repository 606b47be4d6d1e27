import { useParams } from 'react-router-dom';
import { groupTexts } from '../features/notifications/groups.ts';
import { useUnsubscribe } from '../features/notifications/settings-api.ts';
import { isMissing } from '../platform/http.ts';
import { Festoon } from '../ui/festoon.tsx';
import '../ui/page.css';

/** Opened by the link in an email. It asks first, because mail scanners open links too. */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const { mutate, isPending, data, error } = useUnsubscribe(token);
  return (
    <main id="content" className="wrap page center" tabIndex={-1}>
      <title>Unsubscribe · Festoon</title>
      <Festoon bulbs={7} lit={data ? 0 : 7} sag={54} size={12} />
      {data ? (
        <>
          <h1>You are unsubscribed</h1>
          <p className="muted">
            Emails about {groupTexts[data.group].label.toLowerCase()} are no longer sent to you.{' '}
            <a className="link" href="/settings?tab=notifications">
              Change this in your settings
            </a>
          </p>
        </>
      ) : isMissing(error) ? (
        <>
          <h1>This link is not valid</h1>
          <p className="muted">
            Check the address, or{' '}
            <a className="link" href="/settings?tab=notifications">
              change your emails in your settings
            </a>
            .
          </p>
        </>
      ) : (
        <>
          <h1>Stop these emails?</h1>
          <p className="muted">You can still find everything in your notifications on Festoon.</p>
          <button type="button" className="button primary" disabled={isPending} onClick={() => mutate()}>
            Unsubscribe
          </button>
        </>
      )}
    </main>
  );
}
