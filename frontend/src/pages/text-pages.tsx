import { Link } from 'react-router-dom';
import { termsVersion } from '#identity/contract';
import { TextPage } from './text-page.tsx';

export function Terms() {
  return (
    <TextPage title="Terms" lead={`Version ${termsVersion}. What you and Festoon agree to when you create an account.`}>
      <p>
        Festoon connects people planning events with professionals who provide services for them. The contract for an
        event is between those two parties. Festoon keeps the record and takes the payments.
      </p>
      <h2>Your account</h2>
      <p>
        Use your real name and an email address that reaches you, and keep your password to yourself. Each person has
        one account and one role. You are responsible for what happens under your account.
      </p>
      <h2>Leads</h2>
      <p>
        If you post a lead, you agree that up to five professionals who pay for it may see your name, email and phone
        number. If you pay for a lead, you may use these details only to respond to it. The price of a lead is shown
        before you pay.
      </p>
      <h2>Bookings and payments</h2>
      <p>
        A booking is agreed once the party that did not create it confirms it. The deposit is 30% of the package price;
        the balance is the rest. Every change to a booking is recorded and visible to both parties, and the record
        cannot be rewritten.
      </p>
      <p>
        A request that no one confirms expires after six days, or 24 hours before the event if that is earlier. Days and
        hours are those at the place of the event. If a pending booking expires or is cancelled, everything that was
        paid is refunded.
      </p>
      <p>
        The deposit is due seven days after the confirmation, sooner if the event is less than 30 days away. The booking
        page shows the deadline. If it isn’t paid by then, the booking is cancelled automatically. The balance is due 14
        days before the event, or with the deposit if the booking is confirmed later.
      </p>
      <p>
        A client who cancels a confirmed booking is refunded according to its cancellation policy, which is shown before
        you book and does not change afterwards. For 24 hours after the confirmation, everything is refunded if the
        event is at least 48 hours away. A professional who cancels refunds everything, with one exception: from three
        days before the event, a professional whose client has not paid the balance in time may cancel and keep the
        deposit, unless a problem with the booking is reported and not resolved.
      </p>
      <h2>Payouts to professionals</h2>
      <p>
        Professionals get everything that clients pay for their bookings: Festoon takes no commission. A deposit becomes
        available once the client can no longer be refunded any of it for cancelling, and the rest once the booking is
        completed. While a problem is reported, or a bank is deciding about a payment, the money of that booking is
        held.
      </p>
      <p>
        Each Monday we start a payout of what is available, from $1.00, to the bank details in the professional’s
        settings, and transfer it within a few business days. Nothing is paid to new bank details for three days. If a
        client is refunded after the payout, we deduct the amount from later payouts.
      </p>
      <h2>Plans, credits and refunds of leads</h2>
      <p>
        The Pro plan is paid by the month and does not renew automatically. A month begins when it is paid, or at the
        end of the month before, and ends on the same day of the next month. Its lead credits expire at its end. If the
        payment for a month is refunded, the month and its unused credits end. Closing your account ends the plan.
      </p>
      <p>
        Within 30 days, you can request a refund of a lead that was not genuine. We refund your money or return your
        credit; a returned credit can be used for at least 30 days. A lead that Festoon removes within that time, or
        that its client withdraws within 48 hours without writing to you, is refunded without a request, unless a
        booking was made from it or you already got a credit for it because your message was not read. We don’t refund a
        lead because its client hired someone else. On Pro you also get a credit if you write to a client within a day
        and they do not open your message for 7 days.
      </p>
      <h2>What is not allowed</h2>
      <ul className="bullets">
        <li>Posting leads for events that don’t exist, or offering services you don’t provide.</li>
        <li>Sharing contact details you unlocked.</li>
        <li>Trying to access accounts, bookings or files that aren’t yours.</li>
      </ul>
      <h2>Changes</h2>
      <p>Each new version has a new date. The version you agreed to is kept with your account.</p>
    </TextPage>
  );
}

export function Privacy() {
  return (
    <TextPage title="Privacy" lead={`Version ${termsVersion}. What we keep about you, why, and who sees it.`}>
      <h2>What we keep</h2>
      <ul className="bullets">
        <li>Your name, email, phone number if you give one, role, and the version of the terms you agreed to.</li>
        <li>What you publish: your profile, services, locations, packages and prices.</li>
        <li>What you do here: leads, unlocked leads, bookings, their payments and their history.</li>
        <li>What you exchange here: messages, galleries and the links to them.</li>
        <li>Card details are entered at the payment provider and never reach us.</li>
        <li>
          Bank details of professionals, for their payouts. Our finance team can see them, and we record every access.
        </li>
      </ul>
      <h2>Who sees it</h2>
      <p>
        A public profile never shows your email or phone number. What kind of event a lead is for, its date, city,
        budget and size are public; what you write in it is shown to people with an account. The contact details of a
        lead are visible to the client who posted it and to the professionals who paid for it, five at most. A booking
        is visible to its two parties. Staff can see bookings to help with them, and every change they make is recorded
        with a reason.
      </p>
      <h2>How it is kept</h2>
      <p>
        Changes are written to a log that is only ever added to. Personal details in it are encrypted with a key of your
        own. When you delete your account, that key is destroyed and no one can read those details again. Payment
        amounts and dates are kept for as long as the law requires.
      </p>
      <p>
        For questions or corrections, <Link to="/contact">contact us</Link>. You can export your data or delete your
        account in <Link to="/settings?tab=privacy">Settings</Link>.
      </p>
    </TextPage>
  );
}

export function Cookies() {
  return (
    <TextPage title="Cookie policy" lead="Festoon uses no cookies for advertising or analytics.">
      <p>Festoon stores only what it needs to work in your browser:</p>
      <ul className="bullets">
        <li>Your session, so you stay signed in. Signing out removes it.</li>
        <li>Your choice of light or dark theme, if you made one.</li>
        <li>The email address you last requested a link for, so that the link can sign you in here.</li>
        <li>The filters you saved and the keys you use, if you work for Festoon.</li>
        <li>What you typed into a form and haven’t sent, until you close the tab or sign out.</li>
        <li>Which shared gallery you opened, until you close the tab.</li>
        <li>That you closed your account, or that a page was loaded again after an update, until you close the tab.</li>
        <li>
          While you sign in with another service: a cookie, the page you wanted to open, and when you left for the
          service, so that its response can sign you in here.
        </li>
      </ul>
      <p>Nothing is loaded from other sites, so no one else stores anything while you’re here.</p>
    </TextPage>
  );
}

export function About() {
  return (
    <TextPage title="About Festoon" lead="Where events shine brighter.">
      <p>
        An event is a promise between people who have often never met. Festoon keeps both sides of that promise in one
        place: what was agreed, what it costs, what was paid, and what happened when.
      </p>
      <p>
        Clients post what they need or browse creators. Photographers, videographers, DJs and designers offer packages
        and prices. From the first lead to the last payment, every step is recorded once, for both parties, and no one
        can rewrite it.
      </p>
      <h2 id="order">How creators are ordered</h2>
      <p>You choose the order of the list of creators. It is based on what creators enter and what clients write:</p>
      <ul className="bullets">
        <li>Newest: the day on which a creator completed their profile.</li>
        <li>
          Highest rated: the average of all reviews, together with five reviews of four stars that are added for
          everyone, so that one review doesn’t decide. Creators without reviews come last.
        </li>
        <li>Lowest price: the price of the cheapest package.</li>
        <li>Most experienced: the years that creators state for their service.</li>
      </ul>
      <p>
        Only the client of a completed booking can write a review. Reviews that Festoon removed don’t count; the profile
        says why they were removed.
      </p>
      <p>
        A festoon is a string of lights hung between two points. <Link to="/signup">Hang yours</Link>.
      </p>
    </TextPage>
  );
}

export function Careers() {
  return (
    <TextPage title="Careers" lead="There are no open positions right now.">
      <p>
        When there are, you’ll find them here, with a description of the work and the pay. If you take photos, play
        music or design spaces for a living, clients here are looking for you:{' '}
        <Link to="/signup">offer your services</Link>.
      </p>
    </TextPage>
  );
}
