import { Link } from 'react-router-dom';
import { termsVersion } from '#identity/contract';
import { TextPage } from './text-page.tsx';

export function Terms() {
  return (
    <TextPage title="Terms" lead={`Version ${termsVersion}. What you and Festoon agree to when you make an account.`}>
      <p>
        Festoon brings people who plan events together with people who provide services for them. The contract about an
        event is between those two; Festoon keeps its record, takes the payments and passes them on.
      </p>
      <h2>Your account</h2>
      <p>
        Give your real name and an address that reaches you, and keep your password to yourself. One person has one
        account and one role. What happens under your account counts as done by you.
      </p>
      <h2>Leads</h2>
      <p>
        Who posts a lead agrees that up to five creators or vendors who pay for it may see their name, e-mail address
        and phone number. Who pays for a lead may use these only to answer it. The price of a lead stands on it before
        you pay.
      </p>
      <h2>Bookings and payments</h2>
      <p>
        A booking is agreed once the side that did not create it confirms it. The deposit is 30% of the package price,
        the balance is the rest. A deposit for a booking that is declined or expires goes back in full. Every change of
        a booking is recorded and visible to both sides, and the record cannot be rewritten.
      </p>
      <h2>What is not allowed</h2>
      <ul>
        <li>Posting leads for events that do not exist, or offering services you do not provide.</li>
        <li>Passing on contact data that you unlocked.</li>
        <li>Trying to reach accounts, bookings or files that are not yours.</li>
      </ul>
      <h2>Changes</h2>
      <p>
        A new version gets a new date. The version that you agreed to is kept with your account, and we ask again before
        a new one applies to you.
      </p>
    </TextPage>
  );
}

export function Privacy() {
  return (
    <TextPage title="Privacy" lead={`Version ${termsVersion}. What we keep about you, why, and who sees it.`}>
      <h2>What we keep</h2>
      <ul>
        <li>
          Your name, e-mail address, phone number if you give one, role, and the version of the terms you agreed to.
        </li>
        <li>What you publish: your profile, services, places, packages and prices.</li>
        <li>What you do here: leads, unlocked leads, bookings, their payments and their history.</li>
        <li>Card data is typed at the payment provider and never reaches us.</li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        A public profile never shows your e-mail address or phone number. The contact data of a lead is seen by its
        owner and by those who have paid for it, five at most. A booking is seen by its two sides. Staff see what a task
        needs, and looking leaves a record.
      </p>
      <h2>How it is kept</h2>
      <p>
        Changes are written to a log that only grows. Personal fields in it are encrypted under a key of your own. When
        your account is erased that key is destroyed, and what it protected can no longer be read by anyone. Amounts and
        dates of payments stay as long as the law asks.
      </p>
      <p>
        Questions, corrections, a copy of your data, or its erasure: <Link to="/contact">write to us</Link>.
      </p>
    </TextPage>
  );
}

export function Cookies() {
  return (
    <TextPage title="Cookie policy" lead="Festoon sets no cookies for advertising or measuring.">
      <p>Two things are stored in your browser, and they stay there:</p>
      <ul>
        <li>Your session, so that you stay signed in. Signing out removes it.</li>
        <li>Your choice of the light or the dark theme, if you made one.</li>
      </ul>
      <p>Nothing is loaded from other sites, so nobody else stores anything while you are here.</p>
    </TextPage>
  );
}

export function About() {
  return (
    <TextPage title="About Festoon" lead="Where events shine brighter.">
      <p>
        An event is a promise between people who often have never met. Festoon keeps both sides of that promise in one
        place: what was asked, what it costs, what was paid, and what happened when.
      </p>
      <p>
        Clients post what they need or look through creators. Photographers, videographers, DJs and designers answer
        with packages and prices. From the first lead to the last payment every step is written down once, for both, and
        nobody can rewrite it.
      </p>
      <p>
        The name is that of a string of lights hung between two points. <Link to="/signup">Hang yours</Link>.
      </p>
    </TextPage>
  );
}

export function Contact() {
  return (
    <TextPage title="Contact" lead="Tell us what happened, and what you were about to do.">
      <p>
        Reply to any mail that Festoon sent you: it reaches the people who run this site. Name the booking or the lead
        it is about, so that we find its record at once.
      </p>
      <p>
        About a running booking, write to the other side first. You find their name on the booking&rsquo;s page, under{' '}
        <Link to="/bookings">My Bookings</Link>.
      </p>
    </TextPage>
  );
}

export function Careers() {
  return (
    <TextPage title="Careers" lead="There are no open positions at the moment.">
      <p>
        When there is one, it stands here, with what the work is and what it pays. If you take pictures, play music or
        build rooms for a living, there is work on the other side of this site:{' '}
        <Link to="/signup">offer your services</Link>.
      </p>
    </TextPage>
  );
}
